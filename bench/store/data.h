// The rows both sides store: the same bytes, made from numbers. Thread safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/bytes.h"

namespace basalt::bench {

class Data {
 public:
  explicit Data(uint64_t value_bytes);

  // 16 hexadecimal digits, spread evenly; different for different numbers.
  static Bytes Row(uint64_t number);
  // "c0" to "c9".
  const Bytes& Column(size_t index) const { return columns_[index]; }
  static constexpr size_t kColumns = 10;
  // Incompressible.
  BytesView Value(uint64_t number) const;

 private:
  std::vector<Bytes> columns_;
  std::string pool_;
  uint64_t value_bytes_;
};

// A fast generator of row numbers.
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed) {}
  uint64_t Below(uint64_t bound);

 private:
  uint64_t state_;
};

}  // namespace basalt::bench
