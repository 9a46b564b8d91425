// KeyChooser: chooses the rows of requests by a distribution. One object per thread.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string_view>

#include "basalt/status.h"

namespace basalt::load {

enum class Distribution : uint8_t {
  kUniform,
  // YCSB's scrambled Zipfian (constant 0.99): a few rows, scattered over the key space, get most
  // requests.
  kZipfian,
  // Zipfian with the newest rows the most frequent.
  kLatest,
};

Result<Distribution> ParseDistribution(std::string_view name);

// Numbers in [0, items) by Zipf's law, 0 the most frequent: the method of Gray et al., "Quickly
// generating billion-record synthetic databases". The number of items may grow.
class Zipfian {
 public:
  explicit Zipfian(uint64_t items);
  uint64_t Next(std::mt19937_64& random, uint64_t items);

 private:
  void Grow(uint64_t items);

  static constexpr double kTheta = 0.99;
  uint64_t items_ = 0;
  double zeta_ = 0;
  double eta_ = 0;
};

class KeyChooser {
 public:
  KeyChooser(Distribution distribution, uint64_t seed, uint64_t items);

  // One of the rows 0 to items - 1. REQUIRES: items > 0.
  uint64_t Next(uint64_t items);
  std::mt19937_64& random() { return random_; }

 private:
  const Distribution distribution_;
  std::mt19937_64 random_;
  Zipfian zipfian_;
};

// A hash of the number, uniform over 64 bits.
uint64_t Scatter(uint64_t number);

}  // namespace basalt::load
