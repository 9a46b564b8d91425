#include "transfer/text_codec.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/hex.h"

namespace basalt::transfer {
namespace {

constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool IsContinuation(char c) { return (static_cast<uint8_t>(c) & 0xC0) == 0x80; }

void AppendHexEscape(std::string& out, char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<uint8_t>(c);
  out += "\\x";
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

std::array<int, 256> MakeBase64Values() {
  std::array<int, 256> values;
  values.fill(-1);
  for (size_t i = 0; i < kBase64Digits.size(); ++i) {
    values[static_cast<uint8_t>(kBase64Digits[i])] = static_cast<int>(i);
  }
  return values;
}

}  // namespace

size_t Utf8Length(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<uint8_t>(text[0]);
  if (first < 0x80) return 1;
  size_t length = 0;
  uint32_t lowest = 0;
  uint32_t code = 0;
  if ((first & 0xE0) == 0xC0) {
    length = 2;
    lowest = 0x80;
    code = first & 0x1F;
  } else if ((first & 0xF0) == 0xE0) {
    length = 3;
    lowest = 0x800;
    code = first & 0x0F;
  } else if ((first & 0xF8) == 0xF0) {
    length = 4;
    lowest = 0x10000;
    code = first & 0x07;
  } else {
    return 0;
  }
  if (text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if (!IsContinuation(text[i])) return 0;
    code = code << 6 | (static_cast<uint8_t>(text[i]) & 0x3F);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code >= lowest && code <= 0x10FFFF && !surrogate ? length : 0;
}

bool IsUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (static_cast<uint8_t>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const size_t length = Utf8Length(text.substr(at));
    if (length == 0) return false;
    at += length;
  }
  return true;
}

void AppendEscaped(std::string& out, BytesView bytes, Whitespace whitespace, bool mark_empty) {
  if (bytes.empty() && mark_empty) out += "\\e";
  const bool keep = whitespace == Whitespace::kKept;
  for (size_t at = 0; at < bytes.size();) {
    const char c = bytes[at];
    const size_t length = Utf8Length(bytes.substr(at));
    if (length > 1) {
      out += bytes.substr(at, length);
      at += length;
      continue;
    }
    ++at;
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n' && !keep) {
      out += "\\n";
    } else if (c == '\t' && !keep) {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (length == 0 || (static_cast<uint8_t>(c) < 0x20 && c != '\n' && c != '\t') ||
               c == 0x7F) {
      AppendHexEscape(out, c);
    } else {
      out += c;
    }
  }
}

std::optional<Bytes> Unescape(std::string_view text) {
  Bytes bytes;
  bytes.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      bytes += text[at];
      continue;
    }
    if (++at == text.size()) return std::nullopt;
    switch (text[at]) {
      case '\\': bytes += '\\'; break;
      case 'n': bytes += '\n'; break;
      case 't': bytes += '\t'; break;
      case 'r': bytes += '\r'; break;
      case 'e': break;
      case 'x': {
        if (at + 2 >= text.size()) return std::nullopt;
        const int high = base::HexDigitValue(text[at + 1]);
        const int low = base::HexDigitValue(text[at + 2]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes += static_cast<char>(high << 4 | low);
        at += 2;
        break;
      }
      default: return std::nullopt;
    }
  }
  return bytes;
}

std::string ToBase64(BytesView bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t group = 0;
    for (size_t i = 0; i < 3; ++i) {
      group = group << 8 | (at + i < bytes.size() ? static_cast<uint8_t>(bytes[at + i]) : 0U);
    }
    const size_t digits = std::min<size_t>(bytes.size() - at, 3) + 1;
    for (size_t i = 0; i < 4; ++i) {
      text += i < digits ? kBase64Digits[group >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

std::optional<Bytes> FromBase64(std::string_view text) {
  static const std::array<int, 256> values = MakeBase64Values();
  const bool padded = text.ends_with('=');
  if (padded && text.size() % 4 != 0) return std::nullopt;
  if (text.ends_with('=')) text.remove_suffix(1);
  if (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  Bytes bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int value = values[static_cast<uint8_t>(c)];
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  // Bits that no byte took must be zero, so that each value has one text.
  if ((bits & ((1U << count) - 1)) != 0) return std::nullopt;
  return bytes;
}

}  // namespace basalt::transfer
