// Pseudo-random draws that are the same in every run, so that a report on a sample can be repeated.
// Pure functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "basalt/key_schema.h"
#include "keys/layout.h"

namespace basalt::design {

// The finalizer of SplitMix64: consecutive numbers give unrelated numbers.
inline uint64_t MixBits(uint64_t n) {
  n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9;
  n = (n ^ n >> 27) * 0x94d049bb133111eb;
  return n ^ n >> 31;
}

// The number of random salt values; nullopt when keys have no random salt.
inline std::optional<uint32_t> RandomSaltCount(const KeySchema& schema) {
  std::optional<uint32_t> salts;
  for (const keys::Part& part : keys::LayoutOf(schema).parts) {
    if (part.kind != keys::PartKind::kSalt || part.rule == keys::SaltRule::kPhoenix) continue;
    const auto count = static_cast<uint32_t>(part.count);
    salts = std::min(salts.value_or(count), count);
  }
  return salts;
}

// The salt of the record in this line of the sample.
inline uint32_t SaltOfLine(uint64_t line, uint32_t salts) {
  return static_cast<uint32_t>(MixBits(line) % salts);
}

}  // namespace basalt::design
