#include "shell/ruby/base64.h"

#include <cstdint>
#include <string_view>

namespace basalt::shell::ruby {
namespace {

constexpr std::string_view kDigits64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr size_t kBytesPerLine = 45;

}  // namespace

Bytes ToBase64(BytesView text, bool plain) {
  Bytes out;
  for (size_t i = 0; i < text.size(); i += 3) {
    uint32_t bits = 0;
    for (size_t j = 0; j < 3; ++j) {
      bits = bits << 8 | (i + j < text.size() ? static_cast<unsigned char>(text[i + j]) : 0U);
    }
    for (size_t j = 0; j < 4; ++j) {
      out.push_back(i + j > text.size() ? '=' : kDigits64[bits >> (18 - 6 * j) & 63]);
    }
    if (!plain && ((i + 3) % kBytesPerLine == 0 || i + 3 >= text.size())) out.push_back('\n');
  }
  return out;
}

Bytes FromBase64(BytesView text) {
  Bytes out;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    const size_t digit = kDigits64.find(c);
    if (digit == std::string_view::npos) continue;
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out.push_back(static_cast<char>(bits >> count));
    }
  }
  return out;
}

}  // namespace basalt::shell::ruby
