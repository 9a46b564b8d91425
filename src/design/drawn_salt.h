// The salts that records of a sample would draw: the same ones each time. Pure functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "basalt/key_schema.h"
#include "design/bit_mix.h"
#include "keys/layout.h"

namespace basalt::design {

// How many there are to draw from; nothing when the key does not depend on a drawn one.
inline std::optional<uint32_t> DrawnSalts(const KeySchema& schema) {
  std::optional<uint32_t> salts;
  for (const keys::Part& part : keys::LayoutOf(schema).parts) {
    if (part.kind != keys::PartKind::kSalt || part.rule == keys::SaltRule::kPhoenix) continue;
    const auto count = static_cast<uint32_t>(part.count);
    salts = std::min(salts.value_or(count), count);
  }
  return salts;
}

// Spreads lines over salts as drawing does.
inline uint32_t SaltOfLine(uint64_t line, uint32_t salts) {
  return static_cast<uint32_t>(MixBits(line) % salts);
}

}  // namespace basalt::design
