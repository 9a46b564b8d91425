#include "shell/ruby/utf8.h"

namespace basalt::shell::ruby {

size_t CharacterLength(BytesView text) {
  if (text.empty()) return 0;
  const auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = at(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xC0) != 0x80) return 0;
  }
  // Too long for their code, surrogates, and what is above the last character.
  if (first == 0xE0 && at(1) < 0xA0) return 0;
  if (first == 0xED && at(1) > 0x9F) return 0;
  if (first == 0xF0 && at(1) < 0x90) return 0;
  if (first == 0xF4 && at(1) > 0x8F) return 0;
  return length;
}

uint32_t CodePoint(BytesView character) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return at(0);
  uint32_t code = at(0) & (0xFF >> (character.size() + 1));
  for (size_t i = 1; i < character.size(); ++i) code = code << 6 | (at(i) & 0x3F);
  return code;
}

std::optional<Bytes> FromCodePoint(int64_t code) {
  if (code < 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return std::nullopt;
  const int tails = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static constexpr unsigned char kHeads[] = {0x00, 0xC0, 0xE0, 0xF0};
  Bytes text(1, static_cast<char>(kHeads[tails] | (code >> (6 * tails))));
  for (int i = tails - 1; i >= 0; --i) {
    text.push_back(static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3F)));
  }
  return text;
}

bool IsPrintable(uint32_t code) {
  if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return false;
  if (code >= 0x2028 && code <= 0x202E) return false;
  if (code == 0xFEFF || (code >= 0xE000 && code <= 0xF8FF)) return false;
  return code < 0xF0000;
}

bool IsUtf8(BytesView text) {
  while (!text.empty()) {
    const size_t length = CharacterLength(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::vector<BytesView> Characters(BytesView text, bool binary) {
  std::vector<BytesView> characters;
  while (!text.empty()) {
    const size_t length = binary ? 1 : CharacterLength(text);
    characters.push_back(text.substr(0, length == 0 ? 1 : length));
    text.remove_prefix(characters.back().size());
  }
  return characters;
}

}  // namespace basalt::shell::ruby
