// Random: the generator's random numbers. The same seed gives the same numbers on every machine and
// library.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace basalt::semantics {

// splitmix64. Not thread safe.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // [0, bound)
  size_t Below(size_t bound) { return static_cast<size_t>(Next() % bound); }
  bool Percent(size_t chance) { return Below(100) < chance; }
  template <typename T>
  const T& Of(const std::vector<T>& choices) {
    return choices[Below(choices.size())];
  }
  template <typename T>
  T Of(std::initializer_list<T> choices) {
    return choices.begin()[Below(choices.size())];
  }

 private:
  uint64_t state_;
};

}  // namespace basalt::semantics
