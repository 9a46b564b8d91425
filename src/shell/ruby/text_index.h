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

// Bytes of the character at `at`; a byte that is not valid is one of its own.
inline size_t LengthAt(BytesView text, size_t at, bool binary) {
  return binary ? 1 : std::max<size_t>(1, CharacterLength(text.substr(at)));
}

inline size_t CountCharacters(BytesView text, bool binary) {
  if (IsSingleByte(text, binary)) return text.size();
  size_t count = 0;
  for (size_t at = 0; at < text.size(); at += LengthAt(text, at, binary)) ++count;
  return count;
}

// The byte at which character `index` begins; the text's size for the index after the last one.
inline size_t ByteOffset(BytesView text, size_t index, bool binary) {
  if (IsSingleByte(text, binary)) return std::min(index, text.size());
  size_t at = 0;
  for (; index > 0 && at < text.size(); --index) {
    at += LengthAt(text, at, binary);
  }
  return at;
}

}  // namespace basalt::shell::ruby
