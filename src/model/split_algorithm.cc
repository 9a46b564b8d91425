#include "basalt/split_algorithm.h"

#include <algorithm>
#include <fstream>
#include <limits>

#include <fmt/format.h>

#include "basalt/admin.h"
#include "base/check.h"

namespace basalt {
inline namespace v1 {
namespace {

Status Refuse(std::string message) { return {StatusCode::kInvalidArgument, std::move(message)}; }

// The numbers as text, all with the same number of digits.
Result<std::vector<Bytes>> SplitNumbers(uint64_t numbers, int regions, bool hexadecimal) {
  const auto count = static_cast<uint64_t>(regions);
  if (count > numbers) {
    return Refuse(
        fmt::format("split granularity ({}) is greater than the range ({})", regions, numbers));
  }
  std::vector<Bytes> keys;
  keys.reserve(count - 1);
  // The last region gets the remainder.
  const uint64_t step = numbers / count;
  for (uint64_t i = 1; i < count; ++i) {
    keys.push_back(hexadecimal ? fmt::format("{:08x}", i * step) : fmt::format("{:08}", i * step));
  }
  return keys;
}

// Whole numbers of any length, most significant byte first.
using BigNumber = Bytes;

uint8_t At(const BigNumber& number, size_t i) { return static_cast<uint8_t>(number[i]); }

// REQUIRES: a >= b, of one length.
BigNumber Minus(BigNumber a, const BigNumber& b) {
  BASALT_DCHECK(a.size() == b.size() && a >= b, "The difference is not negative.");
  int borrow = 0;
  for (size_t i = a.size(); i-- > 0;) {
    int digit = At(a, i) - At(b, i) - borrow;
    borrow = digit < 0 ? 1 : 0;
    if (digit < 0) digit += 256;
    a[i] = static_cast<char>(digit);
  }
  return a;
}

// a + b * times; may be one byte longer.
BigNumber Plus(const BigNumber& a, const BigNumber& b, uint64_t times) {
  BigNumber sum(a.size() + 1, '\0');
  uint64_t carry = 0;
  for (size_t i = a.size(); i-- > 0;) {
    carry += At(a, i) + At(b, i) * times;
    sum[i + 1] = static_cast<char>(carry & 0xFF);
    carry >>= 8;
  }
  sum[0] = static_cast<char>(carry);
  return sum;
}

BigNumber DividedBy(BigNumber a, uint64_t divisor) {
  uint64_t rest = 0;
  for (char& digit : a) {
    const uint64_t part = rest << 8 | static_cast<uint8_t>(digit);
    digit = static_cast<char>(part / divisor);
    rest = part % divisor;
  }
  return a;
}

bool LessThan(const BigNumber& a, uint64_t bound) {
  uint64_t value = 0;
  for (const char digit : a) {
    if (value > std::numeric_limits<uint64_t>::max() >> 8) return false;
    value = value << 8 | static_cast<uint8_t>(digit);
  }
  return value < bound;
}

// HBase's Bytes.split: `parts` - 1 keys between first and last, and these two around them.
// `inclusive`: the last key itself counts as one of those to be parted.
Result<std::vector<Bytes>> Between(BytesView first, BytesView last, bool inclusive, int parts) {
  BigNumber low(first);
  BigNumber high(last);
  low.resize(std::max(first.size(), last.size()), '\0');
  high.resize(low.size(), '\0');
  if (low >= high) return Refuse("b <= a");
  if (parts < 2) return Refuse("num cannot be <= 0");
  const auto count = static_cast<uint64_t>(parts);
  BigNumber one(low.size(), '\0');
  one.back() = 1;
  BigNumber range = Minus(high, low);
  range = inclusive ? Plus(range, one, 1) : Bytes(1, '\0') + range;
  while (LessThan(range, count)) {
    // Too close to each other: keys between them are longer. HBase adds the one it counts more
    // after it has made the keys longer.
    low.push_back('\0');
    high.push_back('\0');
    one = Bytes(low.size(), '\0');
    one.back() = 1;
    range = Minus(high, low);
    range = inclusive ? Plus(range, one, 1) : Bytes(1, '\0') + range;
  }
  const BigNumber step = DividedBy(range, count);
  const BigNumber start = Bytes(1, '\0') + low;
  std::vector<Bytes> keys = {Bytes(first)};
  for (uint64_t i = 1; i < count; ++i) keys.push_back(Plus(start, step, i).substr(2));
  keys.emplace_back(last);
  return keys;
}

}  // namespace

std::optional<SplitAlgorithm> ParseSplitAlgorithm(std::string_view class_name) {
  if (class_name == "HexStringSplit") return SplitAlgorithm::kHexString;
  if (class_name == "DecimalStringSplit") return SplitAlgorithm::kDecimalString;
  if (class_name == "UniformSplit") return SplitAlgorithm::kUniform;
  return std::nullopt;
}

Result<std::vector<Bytes>> SplitKeys(SplitAlgorithm algorithm, int regions) {
  if (regions < 2) return Refuse("Number of regions must be greater than 1");
  switch (algorithm) {
    case SplitAlgorithm::kHexString: return SplitNumbers(uint64_t{1} << 32, regions, true);
    case SplitAlgorithm::kDecimalString: return SplitNumbers(100'000'000, regions, false);
    case SplitAlgorithm::kUniform: break;
  }
  BASALT_ASSIGN_OR_RETURN(auto keys, Between("", Bytes(8, '\xFF'), true, regions));
  return std::vector<Bytes>(keys.begin() + 1, keys.end() - 1);
}

Result<std::vector<Bytes>> SplitKeysBetween(BytesView first, BytesView last, int regions) {
  if (regions < 3) return Refuse("Must create at least three regions");
  if (first >= last) return Refuse("Start key must be smaller than end key");
  if (regions == 3) return std::vector<Bytes>{Bytes(first), Bytes(last)};
  return Between(first, last, false, regions - 2);
}

Result<std::vector<Bytes>> ReadSplitKeys(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Refuse(fmt::format("Splits file {} doesn't exist", path));
  std::vector<Bytes> keys;
  std::string line;
  while (std::getline(file, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    keys.push_back(FromStringBinary(line));
  }
  if (file.bad()) return Status(StatusCode::kIoError, fmt::format("cannot read {}", path));
  return keys;
}

Status Admin::CreateTable(const TableDescriptor& table, SplitAlgorithm algorithm, int regions,
                          const CallOptions& options) {
  if (regions == 1) return CreateTable(table, std::vector<Bytes>(), options);
  BASALT_ASSIGN_OR_RETURN(const auto keys, SplitKeys(algorithm, regions));
  return CreateTable(table, keys, options);
}

}  // namespace v1
}  // namespace basalt
