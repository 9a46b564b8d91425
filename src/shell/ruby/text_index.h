// Positions in text, counted in characters as Ruby does. Pure functions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "basalt/bytes.h"
#include "shell/ruby/utf8.h"

namespace basalt::shell::ruby {

// Whether each byte is a character.
inline bool IsSingleByte(BytesView text, bool binary) {
  return binary ||
         std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

inline size_t CountCharacters(BytesView text, bool binary) {
  return IsSingleByte(text, binary) ? text.size() : Characters(text, binary).size();
}

// The byte at which character `index` begins; the text's size for the index after the last one.
inline size_t ByteOffset(BytesView text, size_t index, bool binary) {
  if (IsSingleByte(text, binary)) return std::min(index, text.size());
  size_t at = 0;
  for (; index > 0 && at < text.size(); --index) {
    at += std::max<size_t>(1, CharacterLength(text.substr(at)));
  }
  return at;
}

}  // namespace basalt::shell::ruby
