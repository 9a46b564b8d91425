// The salts that records of a sample would draw: the same ones each time. Pure functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "basalt/key_schema.h"
#include "keys/layout.h"

namespace basalt::design {

// How many there are to draw from; nothing when the key does not depend on a drawn one.
inline std::optional<uint32_t> DrawnSalts(const KeySchema& schema) {
  std::optional<uint32_t> salts;
  for (const keys::Part& part : schema.layout().parts) {
    if (part.kind != keys::PartKind::kSalt || part.rule == keys::SaltRule::kPhoenix) continue;
    const auto count = static_cast<uint32_t>(part.count);
    salts = std::min(salts.value_or(count), count);
  }
  return salts;
}

// Spreads lines over salts as drawing does.
inline uint32_t SaltOfLine(uint64_t line, uint32_t salts) {
  line = (line ^ line >> 30) * 0xbf58476d1ce4e5b9;
  line = (line ^ line >> 27) * 0x94d049bb133111eb;
  return static_cast<uint32_t>((line ^ line >> 31) % salts);
}

}  // namespace basalt::design
