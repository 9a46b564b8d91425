#include "basalt/bytes.h"

namespace basalt {
inline namespace v1 {
namespace {

constexpr char kHexDigits[] = "0123456789ABCDEF";

// HBase reads upper-case digits only. -1: not one of them.
int HexValue(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

}  // namespace

std::string ToStringBinary(BytesView bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (const char c : bytes) {
    if (c >= ' ' && c <= '~' && c != '\\') {
      text.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    text.append("\\x");
    text.push_back(kHexDigits[byte >> 4]);
    text.push_back(kHexDigits[byte & 0xF]);
  }
  return text;
}

Bytes FromStringBinary(std::string_view text) {
  Bytes bytes;
  bytes.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size() || text[i + 1] != 'x') {
      bytes.push_back(text[i]);
      continue;
    }
    const int high = i + 2 < text.size() ? HexValue(text[i + 2]) : -1;
    const int low = i + 3 < text.size() ? HexValue(text[i + 3]) : -1;
    // HBase drops the backslash of a broken escape and keeps what follows it.
    if (high < 0 || low < 0) continue;
    bytes.push_back(static_cast<char>(high << 4 | low));
    i += 3;
  }
  return bytes;
}

Bytes EncodeLong(int64_t value) {
  Bytes bytes(8, '\0');
  auto rest = static_cast<uint64_t>(value);
  for (size_t i = 8; i-- > 0; rest >>= 8) bytes[i] = static_cast<char>(rest & 0xFF);
  return bytes;
}

std::optional<int64_t> DecodeLong(BytesView bytes) {
  if (bytes.size() != 8) return std::nullopt;
  uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return static_cast<int64_t>(value);
}

}  // namespace v1
}  // namespace basalt
