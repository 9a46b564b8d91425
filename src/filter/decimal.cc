#include "filter/decimal.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace basalt::filter {
namespace {

using Limbs = Decimal::Limbs;

constexpr size_t kScaleLength = 4;
// A limit, as scaling is quadratic in the length.
constexpr size_t kMaxScaledLimbs = 1024;
// Roughly the digits of as many limbs.
constexpr int64_t kMaxScaledDigits = 10'000;
// Java cannot divide by a larger power of ten.
constexpr int64_t kMaxDroppedDigits = 646'456'993;
// 10^9 is the largest power of ten in a limb.
constexpr int kDigitsPerStep = 9;
constexpr uint32_t kPowerPerStep = 1'000'000'000;

void TrimLimbs(Limbs& limbs) {
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
}

void MultiplyBy(Limbs& limbs, uint32_t factor) {
  uint64_t carry = 0;
  for (uint32_t& limb : limbs) {
    carry += static_cast<uint64_t>(limb) * factor;
    limb = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) limbs.push_back(static_cast<uint32_t>(carry));
}

// Returns the remainder.
uint32_t DivideBy(Limbs& limbs, uint32_t divisor) {
  uint64_t rest = 0;
  for (size_t i = limbs.size(); i-- > 0;) {
    rest = rest << 32 | limbs[i];
    limbs[i] = static_cast<uint32_t>(rest / divisor);
    rest %= divisor;
  }
  TrimLimbs(limbs);
  return static_cast<uint32_t>(rest);
}

void AddOne(Limbs& limbs) {
  for (uint32_t& limb : limbs) {
    if (++limb != 0) return;
  }
  limbs.push_back(1);
}

void ScaleUp(Limbs& limbs, int64_t digits) {
  for (; digits >= kDigitsPerStep; digits -= kDigitsPerStep) MultiplyBy(limbs, kPowerPerStep);
  for (; digits > 0; --digits) MultiplyBy(limbs, 10);
}

// Removes digits, rounding to the nearest, halves to even.
void ScaleDown(Limbs& limbs, int64_t digits) {
  bool below = false;  // whether anything but zeros is lost below the first lost digit
  for (; digits > kDigitsPerStep; digits -= kDigitsPerStep) {
    below = DivideBy(limbs, kPowerPerStep) != 0 || below;
  }
  for (; digits > 1; --digits) below = DivideBy(limbs, 10) != 0 || below;
  const uint32_t first_lost = DivideBy(limbs, 10);
  const bool odd = !limbs.empty() && limbs.front() % 2 != 0;
  if (first_lost > 5 || (first_lost == 5 && (below || odd))) AddOne(limbs);
}

int CompareMagnitudes(const Limbs& a, const Limbs& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (size_t i = a.size(); i-- > 0;) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

Limbs AddMagnitudes(Limbs a, const Limbs& b) {
  if (a.size() < b.size()) a.resize(b.size(), 0);
  uint64_t carry = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    carry += uint64_t{a[i]} + (i < b.size() ? b[i] : 0);
    a[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) a.push_back(static_cast<uint32_t>(carry));
  return a;
}

// REQUIRES: a is not less than b.
Limbs SubtractMagnitudes(Limbs a, const Limbs& b) {
  uint64_t borrow = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const uint64_t taken = borrow + (i < b.size() ? b[i] : 0);
    borrow = a[i] < taken ? 1 : 0;
    a[i] = static_cast<uint32_t>(a[i] - taken);
  }
  TrimLimbs(a);
  return a;
}

int64_t BitLength(const Limbs& limbs) {
  return limbs.empty() ? 0
                       : static_cast<int64_t>(limbs.size()) * 32 - std::countl_zero(limbs.back());
}

// The number's decimal exponent lies between the two.
struct Exponents {
  int64_t low;
  int64_t high;
};
Exponents EstimateExponents(const Decimal& decimal) {
  const int64_t bits = BitLength(decimal.magnitude);
  // log10(2) is 0.30103; rounded down and up.
  return {(bits - 1) * 30102 / 100000 - decimal.scale, bits * 30103 / 100000 + 1 - decimal.scale};
}

}  // namespace

std::optional<Decimal> DecodeDecimal(BytesView bytes) {
  if (bytes.size() <= kScaleLength) return std::nullopt;
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
  // A negative number is the complement plus one.
  if (negative) AddOne(decimal.magnitude);
  TrimLimbs(decimal.magnitude);
  decimal.sign = decimal.magnitude.empty() ? 0 : negative ? -1 : 1;
  return decimal;
}

Bytes EncodeDecimal(const Decimal& decimal) {
  Bytes bytes;
  const auto scale = static_cast<uint32_t>(decimal.scale);
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(scale >> shift));
  // The complement of a negative number is that of its magnitude minus one.
  Limbs limbs = decimal.magnitude;
  const bool negative = decimal.sign < 0;
  if (negative) limbs = SubtractMagnitudes(std::move(limbs), {1});
  // As few bytes as there are with one bit for the sign.
  const int64_t length = BitLength(limbs) / 8 + 1;
  for (int64_t i = length; i-- > 0;) {
    const auto limb = static_cast<size_t>(i / 4);
    const uint32_t bits = limb < limbs.size() ? limbs[limb] >> (8 * (i % 4)) : 0;
    bytes.push_back(static_cast<char>(negative ? ~bits : bits));
  }
  return bytes;
}

Decimal Add(Decimal a, Decimal b) {
  const int64_t scale = std::max(a.scale, b.scale);
  ScaleUp(a.magnitude, scale - a.scale);
  ScaleUp(b.magnitude, scale - b.scale);
  Decimal sum{.sign = 0, .scale = scale, .magnitude = {}};
  if (a.sign * b.sign >= 0) {
    sum.sign = a.sign != 0 ? a.sign : b.sign;
    sum.magnitude = AddMagnitudes(std::move(a.magnitude), b.magnitude);
    return sum;
  }
  const int order = CompareMagnitudes(a.magnitude, b.magnitude);
  if (order == 0) return sum;
  Decimal& larger = order > 0 ? a : b;
  const Decimal& smaller = order > 0 ? b : a;
  sum.sign = larger.sign;
  sum.magnitude = SubtractMagnitudes(std::move(larger.magnitude), smaller.magnitude);
  return sum;
}

Decimal Multiply(const Decimal& a, const Decimal& b) {
  Decimal product{.sign = a.sign * b.sign, .scale = a.scale + b.scale, .magnitude = {}};
  Limbs& limbs = product.magnitude;
  limbs.assign(a.magnitude.size() + b.magnitude.size(), 0);
  for (size_t i = 0; i < a.magnitude.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; j < b.magnitude.size(); ++j) {
      carry += uint64_t{a.magnitude[i]} * b.magnitude[j] + limbs[i + j];
      limbs[i + j] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    limbs[i + b.magnitude.size()] = static_cast<uint32_t>(carry);
  }
  TrimLimbs(limbs);
  return product;
}

std::optional<Decimal> WithScale(Decimal decimal, int64_t scale) {
  const int64_t more = scale - decimal.scale;
  if (decimal.sign != 0 && more != 0) {
    if (decimal.magnitude.size() > kMaxScaledLimbs || more > kMaxScaledDigits ||
        more < -kMaxDroppedDigits) {
      return std::nullopt;
    }
    if (more > 0) {
      ScaleUp(decimal.magnitude, more);
    } else if (EstimateExponents(decimal).high < -scale - 1) {
      // Less than half of the last digit that is kept, however far below.
      decimal.magnitude.clear();
    } else {
      ScaleDown(decimal.magnitude, -more);
    }
    if (decimal.magnitude.empty()) decimal.sign = 0;
  }
  decimal.scale = scale;
  return decimal;
}

std::optional<int> Compare(const Decimal& a, const Decimal& b) {
  if (a.sign != b.sign) return a.sign < b.sign ? -1 : 1;
  if (a.sign == 0) return 0;
  if (a.scale == b.scale) return a.sign * CompareMagnitudes(a.magnitude, b.magnitude);
  // Numbers of different size need no scaling, however far apart their scales are.
  const Exponents of_a = EstimateExponents(a);
  const Exponents of_b = EstimateExponents(b);
  if (of_a.high < of_b.low) return -a.sign;
  if (of_b.high < of_a.low) return a.sign;
  if (std::max(a.magnitude.size(), b.magnitude.size()) > kMaxScaledLimbs) return std::nullopt;
  Limbs left = a.magnitude;
  Limbs right = b.magnitude;
  ScaleUp(left, b.scale - a.scale);
  ScaleUp(right, a.scale - b.scale);
  return a.sign * CompareMagnitudes(left, right);
}

}  // namespace basalt::filter
