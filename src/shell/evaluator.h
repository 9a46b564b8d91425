// Evaluator: runs statements. Holds the variables of a session; one thread.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "shell/command.h"
#include "shell/syntax.h"
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

using Outcome = std::variant<Value, SyntaxError, CommandError>;

class Evaluator {
 public:
  // `context` must outlive the evaluator.
  explicit Evaluator(Context& context) : context_(context) {}

  Outcome Run(const Statement& statement);
  std::vector<std::string> VariableNames() const;

 private:
  Outcome Evaluate(const Expression& expression);
  Outcome EvaluateHash(const Expression& expression);
  Outcome EvaluateConstant(const Expression& expression);
  Outcome EvaluateCall(const Expression& expression);
  Outcome CallMethod(const Value& receiver, const Expression& expression, std::vector<Value> args);
  Outcome RunCommand(const Command& command, std::vector<Value> arguments);
  Outcome Unknown(const Expression& expression);

  Context& context_;
  std::map<std::string, Value, std::less<>> variables_;
};

}  // namespace basalt::shell
