// Characters of UTF-8 text. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "basalt/bytes.h"

namespace basalt::shell::ruby {

// Bytes of the character at the beginning of the text; 0: the text is empty or not valid there.
size_t CharacterLength(BytesView text);
// REQUIRES: one valid character.
uint32_t CodePoint(BytesView character);
// nullopt: there is no such character.
std::optional<Bytes> FromCodePoint(int64_t code);
// Whether inspect shows the character itself.
bool IsPrintable(uint32_t code);
bool IsUtf8(BytesView text);
// The characters, a byte that is not valid as one of its own; each byte for binary text.
std::vector<BytesView> Characters(BytesView text, bool binary);

}  // namespace basalt::shell::ruby
