// Interpreter: runs the syntax tree. Holds the variables and methods of a session. It reaches no
// files and no processes, and its steps and memory are limited. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "shell/ruby/host.h"
#include "shell/ruby/node.h"
#include "shell/ruby/proc.h"
#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

struct Limits {
  // Steps of one statement: calls, and turns of loops. 0: no limit.
  uint64_t steps = 1'000'000'000;
  // Memory of all objects together.
  size_t memory_bytes = size_t{256} << 20;
};

class Interpreter {
 public:
  // `host` must outlive the interpreter.
  Interpreter(Host& host, Limits limits);

  // Runs a statement. The value must not outlive the interpreter.
  std::variant<Value, RubyError> Run(const Node& statement);
  std::vector<std::string> VariableNames() const { return main_.scope->names(); }

  // For methods; these throw RubyError.
  Value Call(const Value& receiver, std::string_view name, Values arguments,
             const BlockRef& block = nullptr);
  // Whether the value has a method of this name.
  bool RespondsTo(const Value& receiver, std::string_view name) const;
  // Counts a step; throws at the limit, and when the script is interrupted.
  void Step();
  BlockRef BlockOf(const Value& value);
  ProcRef ProcOf(const BlockRef& block);
  Value Constant(const std::string& name);
  Heap& heap() { return heap_; }
  Host& host() { return host_; }
  std::mt19937_64& random() { return random_; }
  // The seed of random(); returns the one before.
  int64_t Seed(int64_t seed);
  // Notes that a library is required; false: it was before.
  bool Require(const std::string& library) { return libraries_.insert(library).second; }

 private:
  // interpreter.cc
  Value Evaluate(const Node& node, Frame& frame);
  Value EvaluateKind(const Node& node, Frame& frame);
  Value EvaluateLiteral(const Node& node);
  Value EvaluateText(const Node& node, Frame& frame);
  Value EvaluateHash(const Node& node, Frame& frame);
  Value EvaluateRange(const Node& node, Frame& frame);
  Value EvaluateScope(const Node& node, Frame& frame);
  Value EvaluateDefined(const Node& node, Frame& frame);
  Value EvaluateSequence(const Node& node, Frame& frame);

  // interpreter_assign.cc
  Value Assign(const Node& target, Value value, Frame& frame);
  Value EvaluateUpdate(const Node& node, Frame& frame);
  Value EvaluateMultiAssign(const Node& node, Frame& frame);
  void AssignAll(const std::vector<Node>& targets, size_t count, const Value& value, Frame& frame);
  void Bind(const Function& function, Values arguments, const BlockRef& block, Frame& frame);
  void BindAll(const std::vector<Parameter>& parameters, const Values& arguments,
               const BlockRef& block, Frame& frame);

  // interpreter_control.cc
  Value EvaluateWhile(const Node& node, Frame& frame);
  Value EvaluateFor(const Node& node, Frame& frame);
  Value EvaluateCase(const Node& node, Frame& frame);
  Value EvaluateBegin(const Node& node, Frame& frame);
  Value EvaluateGuarded(const Node& node, Frame& frame);
  bool Rescues(const Node& rescue, const RubyError& error, Frame& frame);
  Value EvaluateJump(const Node& node, Frame& frame);

  // interpreter_calls.cc
  Values EvaluateItems(const std::vector<Node>& items, Frame& frame);
  Value EvaluateCall(const Node& node, Frame& frame);
  Value EvaluateYield(const Node& node, Frame& frame);
  Value CallPlain(const Node& node, Values arguments, const BlockRef& block);
  Value CallFunction(const std::shared_ptr<const Function>& function, Values arguments,
                     const BlockRef& block);
  Value CallProc(const Proc& proc, Values arguments);
  BlockRef MakeBlock(const Node& node, Frame& frame, uint64_t tag);
  [[noreturn]] void ThrowUnknown(const Node& node, bool has_arguments);

  Host& host_;
  const Limits limits_;
  Heap heap_;
  Frame main_;
  std::map<std::string, Value, std::less<>> instances_;
  std::map<std::string, Value, std::less<>> constants_;
  std::map<std::string, std::shared_ptr<const Function>, std::less<>> functions_;
  std::set<std::string> libraries_;
  std::mt19937_64 random_;
  int64_t seed_ = 0;
  uint64_t steps_ = 0;
  uint64_t next_tag_ = 1;
  uint64_t run_number_ = 0;
  const char* stack_base_ = nullptr;
};

// How `break`, `next` and `return` travel.
struct BreakSignal {
  uint64_t tag;
  Value value;
};
struct NextSignal {
  Value value;
};
struct ReturnSignal {
  uint64_t tag;
  Value value;
};

// Why the name may not be used: it would reach files, processes or the interpreter itself. Empty:
// it may.
std::string_view WhyRefused(std::string_view name);

}  // namespace basalt::shell::ruby
