// A number's bits, well mixed: draws that are the same each time. A pure function.
#pragma once

#include <cstdint>

namespace basalt::design {

// The last steps of SplitMix64: numbers that follow each other give numbers that do not.
inline uint64_t MixBits(uint64_t n) {
  n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9;
  n = (n ^ n >> 27) * 0x94d049bb133111eb;
  return n ^ n >> 31;
}

}  // namespace basalt::design
