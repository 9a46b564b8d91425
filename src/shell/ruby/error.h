// RubyError: an exception of the language, thrown inside of the interpreter, which does not let it
// out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "shell/syntax_error.h"

namespace basalt::shell::ruby {

struct RubyError {
  RubyError(std::string error_kind, std::string text, std::string for_user = "")
      : kind(std::move(error_kind)), message(std::move(text)), hint(std::move(for_user)) {}

  // The class: "ArgumentError".
  std::string kind;
  std::string message;
  // A hint for the user, or empty.
  std::string hint;
  // Where it happened; the innermost expression that knows sets it.
  std::optional<Position> position;
  // No `rescue` stops it: the script has used up what it may, or is interrupted.
  bool fatal = false;
  // The command that failed; empty: it was not one. The host knows more.
  std::string command;
};

[[noreturn]] void ThrowArgumentError(std::string message);
[[noreturn]] void ThrowTypeError(std::string message);
// "wrong number of arguments (given 1, expected 2)". `maximum` < 0: any number.
[[noreturn]] void ThrowCountError(size_t given, int minimum, int maximum);

// Whether an error of class `kind` is one of class `wanted` or of a class derived from it.
bool IsKindOfError(std::string_view kind, std::string_view wanted);
// Whether there is such a class of errors.
bool IsErrorClass(std::string_view name);

}  // namespace basalt::shell::ruby
