// Scopes of variables, blocks and what holds them: lambdas and enumerators. One thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/ruby/node.h"
#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

// Variables; those of a block see the outer ones.
class Scope final : public HeapObject {
 public:
  explicit Scope(Heap& heap, std::shared_ptr<Scope> outer = nullptr)
      : HeapObject(heap), outer_(std::move(outer)) {}
  ~Scope() override { heap().Bury(std::move(values_)); }

  // nullptr: there is no such variable.
  Value* Find(std::string_view name) {
    for (Scope* scope = this; scope != nullptr; scope = scope->outer_.get()) {
      for (size_t i = 0; i < scope->names_.size(); ++i) {
        if (scope->names_[i] == name) return &scope->values_[i];
      }
    }
    return nullptr;
  }
  // Sets the variable here, even if an outer scope has one of this name.
  void Define(const std::string& name, Value value) {
    for (size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] != name) continue;
      values_[i] = std::move(value);
      return;
    }
    names_.push_back(name);
    values_.push_back(std::move(value));
  }
  const std::vector<std::string>& names() const { return names_; }

 protected:
  size_t Size() const override { return sizeof(Scope) + 4 * sizeof(Value); }
  void Clear() override {
    heap().Bury(std::move(values_));
    names_.clear();
    outer_ = nullptr;
  }

 private:
  std::shared_ptr<Scope> outer_;
  std::vector<std::string> names_;
  Values values_;
};
using ScopeRef = std::shared_ptr<Scope>;

// A block given to a method, of the script or made by the interpreter.
struct Block {
  std::function<Value(Values arguments)> call;
  // The block as a value, if it is one of the script.
  ProcRef proc;
};
using BlockRef = std::shared_ptr<const Block>;

// Where a statement runs.
struct Frame {
  ScopeRef scope;
  // What yield calls.
  BlockRef block;
  // Which calls `break` and `return` end; 0: none.
  uint64_t break_tag = 0;
  uint64_t return_tag = 0;
};

// A block or lambda as a value.
class Proc final : public HeapObject {
 public:
  Proc(Heap& heap, std::shared_ptr<const Function> code, Frame around, uint64_t run)
      : HeapObject(heap), function(std::move(code)), frame(std::move(around)), run_number(run) {}
  // Made by the interpreter: :name.to_proc.
  Proc(Heap& heap, BlockRef made) : HeapObject(heap), native(std::move(made)) {}
  ~Proc() override {
    heap().Bury(std::move(frame.block));
    heap().Bury(std::move(frame.scope));
    heap().Bury(std::move(native));
  }

  std::shared_ptr<const Function> function;
  Frame frame;
  // The run of the interpreter whose text it is in.
  uint64_t run_number = 0;
  BlockRef native;

 protected:
  size_t Size() const override { return sizeof(Proc); }
  void Clear() override {
    frame = {};
    native = nullptr;
  }
};

// A call that lacks its block: [1, 2].map. Given one, it runs.
class Enumerator final : public HeapObject {
 public:
  Enumerator(Heap& heap, Value on, std::string name, Values with)
      : HeapObject(heap),
        receiver(std::move(on)),
        method(std::move(name)),
        arguments(std::move(with)) {}
  ~Enumerator() override {
    arguments.push_back(std::move(receiver));
    heap().Bury(std::move(arguments));
  }

  Value receiver;
  std::string method;
  Values arguments;

 protected:
  size_t Size() const override { return sizeof(Enumerator); }
  void Clear() override {
    receiver = {};
    arguments.clear();
  }
};

}  // namespace basalt::shell::ruby
