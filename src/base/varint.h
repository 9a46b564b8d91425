// Numbers of varying width (7 bits a byte, lowest first) and texts with their length in front.
// Pure functions; reading never goes past its input.
#pragma once

#include <cstdint>

#include "basalt/bytes.h"

namespace basalt::base {

inline void AppendVarint(Bytes& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

// Takes a number off the front of `in`; false when it is cut short, too large, or longer than
// needed.
inline bool TakeVarint(BytesView& in, uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 64 && !in.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(in.front());
    in.remove_prefix(1);
    const uint64_t bits = byte & 0x7F;
    if (bits << shift >> shift != bits) return false;
    value |= bits << shift;
    if (byte < 0x80) return byte != 0 || shift == 0;
  }
  return false;
}

inline void AppendText(Bytes& out, BytesView text) {
  AppendVarint(out, text.size());
  out.append(text);
}

// Takes a text off the front of `in`; the view points into it.
inline bool TakeText(BytesView& in, BytesView& text) {
  uint64_t length;
  if (!TakeVarint(in, length) || length > in.size()) return false;
  text = in.substr(0, length);
  in.remove_prefix(length);
  return true;
}

}  // namespace basalt::base
