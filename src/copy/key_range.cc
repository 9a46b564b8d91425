#include "copy/key_range.h"

#include <algorithm>
#include <cstdint>

namespace basalt::copy {
namespace {

constexpr size_t kDigits = 8;

// The first bytes as a number; bytes beyond the end count as `missing`.
uint64_t NumberOf(BytesView bytes, uint8_t missing) {
  uint64_t number = 0;
  for (size_t i = 0; i < kDigits; ++i) {
    number = number << 8 | (i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : missing);
  }
  return number;
}

size_t CommonPrefix(BytesView a, BytesView b) {
  return static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                             a.begin());
}

}  // namespace

std::optional<Bytes> KeyBetween(BytesView low, BytesView high) {
  if (low >= high) return std::nullopt;
  const size_t prefix = CommonPrefix(low, high);
  const uint64_t from = NumberOf(low.substr(prefix), 0);
  const uint64_t to = NumberOf(high.substr(prefix), 0);
  if (to <= from) return std::nullopt;
  const uint64_t middle = from + (to - from + 1) / 2;
  Bytes key(high.substr(0, prefix));
  for (size_t i = 0; i < kDigits && key <= low; ++i) {
    key.push_back(static_cast<char>(middle >> (8 * (kDigits - 1 - i))));
  }
  if (key <= low || key > high) return std::nullopt;
  return key;
}

double FractionOf(const KeyRange& range, BytesView row) {
  if (row <= range.start) return 0;
  if (!range.stop.empty() && row >= range.stop) return 1;
  const size_t prefix = range.stop.empty() ? 0 : CommonPrefix(range.start, range.stop);
  const auto from = static_cast<double>(NumberOf(BytesView(range.start).substr(prefix), 0));
  const auto to = static_cast<double>(
      NumberOf(range.stop.empty() ? BytesView() : BytesView(range.stop).substr(prefix),
               range.stop.empty() ? 0xFF : 0));
  const auto at = static_cast<double>(NumberOf(row.substr(std::min(prefix, row.size())), 0));
  return to > from ? std::clamp((at - from) / (to - from), 0.0, 1.0) : 0;
}

}  // namespace basalt::copy
