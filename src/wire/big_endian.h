// Big-endian numbers in byte strings, as Java writes them. Pure functions.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "basalt/bytes.h"

namespace basalt::wire {

template <typename Int>
Int SwapToBigEndian(Int value) {
  if constexpr (std::endian::native == std::endian::big || sizeof(Int) == 1) {
    return value;
  } else if constexpr (sizeof(Int) == 2) {
    return static_cast<Int>(__builtin_bswap16(static_cast<uint16_t>(value)));
  } else if constexpr (sizeof(Int) == 4) {
    return static_cast<Int>(__builtin_bswap32(static_cast<uint32_t>(value)));
  } else {
    return static_cast<Int>(__builtin_bswap64(static_cast<uint64_t>(value)));
  }
}

// Writes the number at `out` and returns the place after it.
template <typename Int>
char* PutBigEndian(char* out, Int value) {
  value = SwapToBigEndian(value);
  std::memcpy(out, &value, sizeof(value));
  return out + sizeof(value);
}

template <typename Int>
void AppendBigEndian(Bytes& out, Int value) {
  value = SwapToBigEndian(value);
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

// REQUIRES: `in` has that many bytes.
template <typename Int>
Int GetBigEndian(const char* in) {
  Int value;
  std::memcpy(&value, in, sizeof(value));
  return SwapToBigEndian(value);
}

// Consumes a number at the beginning; false if there are too few bytes.
template <typename Int>
bool TakeBigEndian(BytesView& in, Int& value) {
  if (in.size() < sizeof(Int)) return false;
  value = GetBigEndian<Int>(in.data());
  in.remove_prefix(sizeof(Int));
  return true;
}

}  // namespace basalt::wire
