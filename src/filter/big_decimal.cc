#include "filter/big_decimal.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace basalt::filter {
namespace {

constexpr size_t kScaleLength = 4;
// A limit, as scaling is quadratic in the length.
constexpr size_t kMaxScaledBytes = 4096;
// 10^9 is the largest power of ten in a limb.
constexpr int kDigitsPerStep = 9;
constexpr uint32_t kPowerPerStep = 1'000'000'000;

// A magnitude, least significant limb first, without leading zeros.
using Limbs = std::vector<uint32_t>;

struct Decimal {
  int sign = 0;
  int64_t scale = 0;
  Limbs magnitude;
};

void Trim(Limbs& limbs) {
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
}

Decimal Decode(BytesView bytes) {
  Decimal decimal;
  uint32_t scale = 0;
  for (size_t i = 0; i < kScaleLength; ++i) {
    scale = scale << 8 | static_cast<unsigned char>(bytes[i]);
  }
  decimal.scale = static_cast<int32_t>(scale);
  const BytesView number = bytes.substr(kScaleLength);
  const bool negative = (number[0] & 0x80) != 0;
  decimal.magnitude.assign((number.size() + 3) / 4, 0);
  for (size_t i = 0; i < number.size(); ++i) {
    const auto byte = static_cast<unsigned char>(number[number.size() - 1 - i]);
    const auto bits = static_cast<unsigned char>(negative ? ~byte : byte);
    decimal.magnitude[i / 4] |= static_cast<uint32_t>(bits) << (8 * (i % 4));
  }
  if (negative) {
    // The complement plus one.
    for (uint32_t& limb : decimal.magnitude) {
      if (++limb != 0) break;
      if (&limb == &decimal.magnitude.back()) {
        decimal.magnitude.push_back(1);
        break;
      }
    }
  }
  Trim(decimal.magnitude);
  decimal.sign = decimal.magnitude.empty() ? 0 : negative ? -1 : 1;
  return decimal;
}

void Multiply(Limbs& limbs, uint32_t factor) {
  uint64_t carry = 0;
  for (uint32_t& limb : limbs) {
    carry += static_cast<uint64_t>(limb) * factor;
    limb = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) limbs.push_back(static_cast<uint32_t>(carry));
}

void ScaleUp(Limbs& limbs, int64_t digits) {
  for (; digits >= kDigitsPerStep; digits -= kDigitsPerStep) Multiply(limbs, kPowerPerStep);
  for (; digits > 0; --digits) Multiply(limbs, 10);
}

int CompareMagnitudes(const Limbs& a, const Limbs& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (size_t i = a.size(); i-- > 0;) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

// The number's decimal exponent lies between the two.
struct Exponents {
  int64_t low;
  int64_t high;
};
Exponents EstimateExponents(const Decimal& decimal) {
  const int64_t bits = static_cast<int64_t>(decimal.magnitude.size()) * 32 -
                       std::countl_zero(decimal.magnitude.back());
  // log10(2) is 0.30103; rounded down and up.
  return {(bits - 1) * 30102 / 100000 - decimal.scale, bits * 30103 / 100000 + 1 - decimal.scale};
}

}  // namespace

bool IsBigDecimal(BytesView bytes) { return bytes.size() > kScaleLength; }

std::optional<int> CompareBigDecimals(BytesView a, BytesView b) {
  if (!IsBigDecimal(a) || !IsBigDecimal(b)) return std::nullopt;
  Decimal left = Decode(a);
  Decimal right = Decode(b);
  if (left.sign != right.sign) return left.sign < right.sign ? -1 : 1;
  if (left.sign == 0) return 0;
  if (left.scale != right.scale) {
    // Numbers of different size need no scaling, however far apart their scales are.
    const Exponents of_left = EstimateExponents(left);
    const Exponents of_right = EstimateExponents(right);
    if (of_left.high < of_right.low) return -left.sign;
    if (of_right.high < of_left.low) return left.sign;
    if (std::max(a.size(), b.size()) > kMaxScaledBytes + kScaleLength) return std::nullopt;
    ScaleUp(left.magnitude, right.scale - left.scale);
    ScaleUp(right.magnitude, left.scale - right.scale);
  }
  return left.sign * CompareMagnitudes(left.magnitude, right.magnitude);
}

}  // namespace basalt::filter
