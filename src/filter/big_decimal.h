// Numbers as HBase's Bytes.toBytes(BigDecimal) stores them: a scale (4 bytes, big endian) and the
// unscaled number (two's complement, big endian, at least one byte). Pure functions.
#pragma once

#include <optional>

#include "basalt/bytes.h"

namespace basalt::filter {

bool IsBigDecimal(BytesView bytes);

// -1, 0 or 1 by the numbers' values: 1.0 equals 1.00. nullopt when one of them is no number, or
// when their scales differ and one is so long (some ten thousand digits) that comparing would take
// long.
std::optional<int> CompareBigDecimals(BytesView a, BytesView b);

}  // namespace basalt::filter
