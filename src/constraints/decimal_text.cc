#include "constraints/decimal_text.h"

#include <algorithm>

namespace basalt::constraints {
namespace {

size_t DigitsFrom(std::string_view text, size_t start) {
  size_t end = start;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  return end - start;
}

std::strong_ordering CompareMagnitudes(const DecimalText& a, const DecimalText& b) {
  if (const auto order = a.whole.size() <=> b.whole.size(); std::is_neq(order)) return order;
  if (const auto order = a.whole <=> b.whole; std::is_neq(order)) return order;
  return a.fraction <=> b.fraction;
}

}  // namespace

size_t DecimalLength(std::string_view text) {
  const size_t sign = text.starts_with('-') ? 1 : 0;
  const size_t whole = DigitsFrom(text, sign);
  if (whole == 0) return 0;
  size_t length = sign + whole;
  if (length < text.size() && text[length] == '.') {
    // A point without a digit after it is not part of the number: it begins the ".." of a range.
    if (const size_t fraction = DigitsFrom(text, length + 1); fraction > 0) length += 1 + fraction;
  }
  return length;
}

std::optional<DecimalText> ParseDecimal(std::string_view text) {
  if (text.empty() || DecimalLength(text) != text.size()) return std::nullopt;
  DecimalText number;
  number.negative = text.front() == '-';
  if (number.negative) text.remove_prefix(1);
  const size_t point = std::min(text.find('.'), text.size());
  number.whole = text.substr(0, point);
  number.whole.remove_prefix(std::min(number.whole.find_first_not_of('0'), number.whole.size()));
  if (point < text.size()) {
    number.fraction = text.substr(point + 1);
    number.fraction = number.fraction.substr(0, number.fraction.find_last_not_of('0') + 1);
  }
  if (number.whole.empty() && number.fraction.empty()) number.negative = false;
  return number;
}

std::strong_ordering CompareDecimals(const DecimalText& a, const DecimalText& b) {
  if (a.negative != b.negative) {
    return a.negative ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return a.negative ? CompareMagnitudes(b, a) : CompareMagnitudes(a, b);
}

}  // namespace basalt::constraints
