// Values that can be checked: they tell which row and column they belong to, and whether a byte of
// them has changed. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "basalt/bytes.h"

namespace basalt::load {

// A value for a place; another `nonce`, another value. Values shorter than 24 bytes cannot be
// checked.
void MakeValue(uint64_t row, uint64_t column, uint64_t nonce, size_t length, Bytes& value);

// Whether MakeValue made it, for this place.
bool IsValueOf(uint64_t row, uint64_t column, BytesView value);

}  // namespace basalt::load
