// Random: a small generator whose numbers depend on its seed alone, on every machine.
// One per thread.
#pragma once

#include <cstdint>
#include <string>

namespace basalt::crash {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  // splitmix64.
  uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  // [0, bound). REQUIRES: bound > 0.
  uint64_t Below(uint64_t bound) { return Next() % bound; }
  // [low, high].
  int64_t Between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(Below(static_cast<uint64_t>(high - low) + 1));
  }
  bool OneIn(uint64_t n) { return Below(n) == 0; }
  // Small numbers as likely as large ones: uniform in the number of bits.
  uint64_t Skewed(int max_bits) {
    return Below(1ULL << (1 + Below(static_cast<uint64_t>(max_bits))));
  }
  std::string Letters(size_t length) {
    std::string text(length, 'a');
    for (char& c : text) c = static_cast<char>('a' + Below(26));
    return text;
  }

 private:
  uint64_t state_;
};

}  // namespace basalt::crash
