#include "constraints/constraint.h"

#include <algorithm>
#include <compare>

#include <fmt/format.h>

#include "constraints/decimal_text.h"

namespace basalt::constraints {
namespace {

template <typename T>
bool Contains(const Range<T>& range, const T& value) {
  return (!range.low || *range.low <= value) && (!range.high || value <= *range.high);
}

template <typename T>
std::string ToText(const Range<T>& range) {
  return fmt::format("{}..{}", range.low ? fmt::format("{}", *range.low) : "",
                     range.high ? fmt::format("{}", *range.high) : "");
}

}  // namespace

std::optional<std::string> LongRule::Breach(BytesView value) const {
  const auto number = DecodeLong(value);
  if (!number) return fmt::format("its length is {} and a long has 8 bytes", value.size());
  if (Contains(range, *number)) return std::nullopt;
  return fmt::format("{} is not in {}", *number, ToText(range));
}

std::optional<std::string> DecimalRule::Breach(BytesView value) const {
  const auto number = ParseDecimal(value);
  if (!number) return "it is not a decimal number";
  if ((!range.low || std::is_lteq(CompareDecimals(*ParseDecimal(*range.low), *number))) &&
      (!range.high || std::is_lteq(CompareDecimals(*number, *ParseDecimal(*range.high))))) {
    return std::nullopt;
  }
  return "it is not in " + ToText(range);
}

std::optional<std::string> LengthRule::Breach(BytesView value) const {
  if (Contains(range, static_cast<uint64_t>(value.size()))) return std::nullopt;
  return fmt::format("its length {} is not in {}", value.size(), ToText(range));
}

std::optional<std::string> OneOfRule::Breach(BytesView value) const {
  if (std::binary_search(values.begin(), values.end(), value)) return std::nullopt;
  return "it is not one of the values listed";
}

}  // namespace basalt::constraints
