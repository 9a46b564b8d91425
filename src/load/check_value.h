// Self-verifying values: they contain their row and column, and detect changed bytes. Pure
// functions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "basalt/bytes.h"

namespace basalt::load {

// A value for a row and column; varies with `nonce`. Values shorter than 24 bytes cannot be
// verified.
void MakeValue(uint64_t row, uint64_t column, uint64_t nonce, size_t length, Bytes& value);

// Whether MakeValue produced `value` for this row and column.
bool IsValueOf(uint64_t row, uint64_t column, BytesView value);

}  // namespace basalt::load
