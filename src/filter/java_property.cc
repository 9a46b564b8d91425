#include "filter/java_property.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace basalt::filter {
namespace {

// Java's names of ASCII classes, which PCRE2 has as POSIX classes.
constexpr std::pair<std::string_view, std::string_view> kPosixClasses[] = {
    {"Lower", "lower"}, {"Upper", "upper"}, {"ASCII", "ascii"}, {"Alpha", "alpha"},
    {"Digit", "digit"}, {"Alnum", "alnum"}, {"Punct", "punct"}, {"Graph", "graph"},
    {"Print", "print"}, {"Blank", "blank"}, {"Cntrl", "cntrl"}, {"XDigit", "xdigit"},
    {"Space", "space"},
};

struct Alias {
  std::string_view java;
  std::string_view pcre2;
  // Java's class is the complement of PCRE2's.
  bool negated = false;
};
constexpr Alias kAliases[] = {
    {"LC", "L&"},
    {"Letter", "L"},
    {"Control", "Cc"},
    {"Punctuation", "P"},
    {"Titlecase", "Lt"},
    {"Assigned", "Cn", true},
    {"javaLetter", "L"},
    {"javaDigit", "Nd"},
    {"javaLowerCase", "Ll"},
    {"javaUpperCase", "Lu"},
    {"javaTitleCase", "Lt"},
};

bool IsName(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '&' || c == '-' || c == ' ';
  });
}

}  // namespace

std::optional<std::string> PropertyForPcre2(std::string_view name, bool negated) {
  for (const auto& [java, posix] : kPosixClasses) {
    if (name == java) return fmt::format("[:{}{}:]", negated ? "^" : "", posix);
  }
  if (name == "javaWhitespace") return negated ? "\\S" : "\\s";
  if (const size_t equals = name.find('='); equals != std::string_view::npos) {
    const std::string_view key = name.substr(0, equals);
    if (key != "sc" && key != "script" && key != "gc" && key != "general_category") {
      return std::nullopt;
    }
    name.remove_prefix(equals + 1);
  } else if (name.starts_with("Is")) {
    name.remove_prefix(2);
  } else if (name.starts_with("In")) {
    // A Unicode block; PCRE2 does not support blocks.
    return std::nullopt;
  }
  for (const Alias& alias : kAliases) {
    if (name != alias.java) continue;
    name = alias.pcre2;
    negated = negated != alias.negated;
    break;
  }
  if (!IsName(name)) return std::nullopt;
  return fmt::format("\\{}{{{}}}", negated ? 'P' : 'p', name);
}

}  // namespace basalt::filter
