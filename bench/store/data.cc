#include "data.h"

namespace basalt::bench {
namespace {

constexpr uint64_t kPoolBytes = 1 << 20;
constexpr uint64_t kStep = 0x9E3779B97F4A7C15ULL;

// SplitMix64: a permutation of the 64-bit numbers.
uint64_t Mix(uint64_t number) {
  number += kStep;
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9ULL;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EBULL;
  return number ^ (number >> 31);
}

}  // namespace

Data::Data(uint64_t value_bytes) : value_bytes_(value_bytes) {
  for (size_t i = 0; i < kColumns; ++i) columns_.push_back(Bytes("c").append(std::to_string(i)));
  pool_.reserve(kPoolBytes + value_bytes + sizeof(uint64_t));
  for (uint64_t i = 0; pool_.size() < kPoolBytes + value_bytes; ++i) {
    const uint64_t word = Mix(i);
    pool_.append(reinterpret_cast<const char*>(&word), sizeof(word));
  }
}

Bytes Data::Row(uint64_t number) {
  static constexpr char kDigits[] = "0123456789abcdef";
  uint64_t mixed = Mix(number);
  Bytes row(16, '0');
  for (char& digit : row) {
    digit = kDigits[mixed >> 60];
    mixed <<= 4;
  }
  return row;
}

BytesView Data::Value(uint64_t number) const {
  return BytesView(pool_).substr(number * 97 % kPoolBytes, value_bytes_);
}

uint64_t Dice::Below(uint64_t bound) {
  state_ += kStep;
  return static_cast<uint64_t>((static_cast<unsigned __int128>(Mix(state_)) * bound) >> 64);
}

}  // namespace basalt::bench
