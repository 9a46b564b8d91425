// Decimal: a number of any length with a scale, as Java's BigDecimal: unscaled * 10^-scale. What
// comparators and aggregates need of it. A value; pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "basalt/bytes.h"

namespace basalt::filter {

struct Decimal {
  // A magnitude, least significant limb first, without leading zeros.
  using Limbs = std::vector<uint32_t>;

  int sign = 0;  // -1, 0 or 1
  int64_t scale = 0;
  Limbs magnitude;
};

// The form of HBase's Bytes.toBytes(BigDecimal): the scale (4 bytes, big endian) and the unscaled
// number (two's complement, big endian, at least one byte). nullopt if the bytes are too few.
std::optional<Decimal> DecodeDecimal(BytesView bytes);
Bytes EncodeDecimal(const Decimal& decimal);

// Exact; the scale is the larger of the two, which must not be far apart.
Decimal Add(Decimal a, Decimal b);
// Exact; the scales add up.
Decimal Multiply(const Decimal& a, const Decimal& b);
// Rounded to this scale, halves to the even neighbour; nullopt if that adds or drops too many
// digits.
std::optional<Decimal> WithScale(Decimal decimal, int64_t scale);
// -1, 0 or 1 by the numbers' values: 1.0 equals 1.00. nullopt if their scales differ and one is too
// long to scale (some ten thousand digits).
std::optional<int> Compare(const Decimal& a, const Decimal& b);

}  // namespace basalt::filter
