// Numbers as HBase's Bytes.toBytes(BigDecimal) stores them: a scale (4 bytes, big endian) and the
// unscaled number (two's complement, big endian, at least one byte). Pure functions.
#pragma once

#include <optional>

#include "basalt/bytes.h"

namespace basalt::filter {

bool IsBigDecimal(BytesView bytes);

// -1, 0 or 1 by the numbers' values: 1.0 equals 1.00. nullopt if one of them is not a number, or if
// their scales differ and one is too long to scale (some ten thousand digits).
std::optional<int> CompareBigDecimals(BytesView a, BytesView b);

}  // namespace basalt::filter
