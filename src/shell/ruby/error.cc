#include "shell/ruby/error.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace basalt::shell::ruby {
namespace {

struct ErrorClass {
  std::string_view name;
  std::string_view parent;
};

constexpr auto kErrorClasses = std::to_array<ErrorClass>({
    {"Exception", ""},
    {"NoMemoryError", "Exception"},
    {"ScriptError", "Exception"},
    {"NotImplementedError", "ScriptError"},
    {"SyntaxError", "ScriptError"},
    {"SecurityError", "Exception"},
    {"Interrupt", "Exception"},
    {"SystemStackError", "Exception"},
    {"StandardError", "Exception"},
    {"ArgumentError", "StandardError"},
    {"IOError", "StandardError"},
    {"IndexError", "StandardError"},
    {"KeyError", "IndexError"},
    {"StopIteration", "IndexError"},
    {"LocalJumpError", "StandardError"},
    {"NameError", "StandardError"},
    {"NoMethodError", "NameError"},
    {"RangeError", "StandardError"},
    {"FloatDomainError", "RangeError"},
    {"RuntimeError", "StandardError"},
    {"FrozenError", "RuntimeError"},
    {"TypeError", "StandardError"},
    {"ZeroDivisionError", "StandardError"},
});

const ErrorClass* FindClass(std::string_view name) {
  const auto* found = std::ranges::find(kErrorClasses, name, &ErrorClass::name);
  return found == kErrorClasses.end() ? nullptr : found;
}

}  // namespace

void ThrowArgumentError(std::string message) {
  throw RubyError("ArgumentError", std::move(message));
}

void ThrowTypeError(std::string message) { throw RubyError("TypeError", std::move(message)); }

void ThrowCountError(size_t given, int minimum, int maximum) {
  std::string expected = fmt::to_string(minimum);
  if (maximum < 0) {
    expected += "+";
  } else if (maximum != minimum) {
    expected += fmt::format("..{}", maximum);
  }
  ThrowArgumentError(
      fmt::format("wrong number of arguments (given {}, expected {})", given, expected));
}

bool IsKindOfError(std::string_view kind, std::string_view wanted) {
  for (const ErrorClass* at = FindClass(kind); at != nullptr; at = FindClass(at->parent)) {
    if (at->name == wanted) return true;
  }
  return kind == wanted;
}

bool IsErrorClass(std::string_view name) { return FindClass(name) != nullptr; }

}  // namespace basalt::shell::ruby
