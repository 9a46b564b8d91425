// Decimal numbers as text, of any length, compared exactly: "-3", "0.50". No sign but the minus, no
// exponent, a digit on both sides of the point. Views into the caller's text; pure functions.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string_view>

namespace basalt::constraints {

struct DecimalText {
  bool negative = false;      // false for zero
  std::string_view whole;     // without leading zeros; empty for 0
  std::string_view fraction;  // without trailing zeros
};

// The length of the number that `text` begins with; 0 if there is none.
size_t DecimalLength(std::string_view text);

// nullopt unless all of `text` is a number.
std::optional<DecimalText> ParseDecimal(std::string_view text);

// By value: "1.0" equals "01".
std::strong_ordering CompareDecimals(const DecimalText& a, const DecimalText& b);

}  // namespace basalt::constraints
