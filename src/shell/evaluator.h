// Evaluator: runs statements of the language, with the shell's commands as its functions. Holds the
// variables of a session; one thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "shell/command.h"
#include "shell/ruby/host.h"
#include "shell/ruby/interpreter.h"
#include "shell/ruby/node.h"
#include "shell/syntax_error.h"
#include "shell/value.h"

namespace basalt::shell {

// A failed command.
struct CommandError {
  std::string command;
  // The shell's message, without "ERROR: ".
  std::string message;
  Status status;
};

// The value must not outlive the evaluator.
using Outcome = std::variant<ruby::Value, SyntaxError, CommandError>;

class Evaluator final : public ruby::Host {
 public:
  // `context` must outlive the evaluator.
  Evaluator(Context& context, ruby::Limits limits)
      : context_(context), interpreter_(*this, limits) {}

  Outcome Run(const ruby::Node& statement);
  std::vector<std::string> VariableNames() const { return interpreter_.VariableNames(); }

  bool HasCommand(std::string_view name) const override { return FindCommand(name) != nullptr; }
  ruby::Value RunCommand(std::string_view name, ruby::Values arguments, ruby::Heap& heap) override;
  ruby::Value CallObject(const ruby::HostRef& object, std::string_view name, ruby::Values arguments,
                         ruby::Heap& heap) override;
  std::optional<ruby::Value> FindName(std::string_view name, ruby::Heap& heap) override;
  std::string HintFor(std::string_view name, bool constant) override;
  void Print(std::string_view text) override;
  bool cancelled() const override { return context_.cancelled(); }
  int64_t NowNanos() const override;

 private:
  Value CallTable(const Value& table, std::string_view name, std::vector<Value> arguments);
  Value CallCommand(const Command& command, std::vector<Value> arguments);
  [[noreturn]] void Fail(CommandError error);

  Context& context_;
  // The last failed command, whose status the language does not carry.
  CommandError failed_;
  ruby::Interpreter interpreter_;
};

}  // namespace basalt::shell
