#include "shell/converters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

#include "base/check.h"
#include "base/hex.h"

namespace basalt::shell {
namespace {

constexpr auto kConverters =
    std::to_array<std::string_view>({"toStringBinary", "toString", "toInt", "toLong", "toShort",
                                     "toFloat", "toDouble", "toBoolean", "toHex"});

Result<uint64_t> Number(BytesView bytes, size_t length) {
  if (bytes.size() < length) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("offset (0) + length ({}) exceed the capacity of the array: {}",
                              length, bytes.size()));
  }
  uint64_t value = 0;
  for (const char c : bytes.substr(0, length)) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

// Java prints 1.0 where C++ prints 1.
std::string Real(double value, std::string text) {
  const bool plain = text.find_first_not_of("-0123456789") == std::string::npos;
  return plain && value == value ? text + ".0" : text;
}

// The length of the UTF-8 character that the text begins with; 0 if it is none.
size_t Utf8Length(BytesView text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Longer than necessary, a surrogate, or beyond the last character.
  const bool wrong = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xED && byte(1) > 0x9F) ||
                     (byte(0) == 0xF0 && byte(1) < 0x90) || (byte(0) == 0xF4 && byte(1) > 0x8F);
  return wrong ? 0 : length;
}

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
}

bool IsHexDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

std::string ReadableText(BytesView bytes) {
  std::string text;
  while (!bytes.empty()) {
    const bool escape_like = bytes.size() >= 4 && bytes.starts_with("\\x") &&
                             IsHexDigit(bytes[2]) && IsHexDigit(bytes[3]);
    const size_t length = Utf8Length(bytes);
    if (length == 0 || escape_like || IsControl(bytes[0])) {
      text += fmt::format("\\x{:02X}", static_cast<unsigned char>(bytes[0]));
      bytes.remove_prefix(1);
    } else {
      text += bytes.substr(0, length);
      bytes.remove_prefix(length);
    }
  }
  return text;
}

bool IsConverter(std::string_view name) {
  return std::ranges::find(kConverters, name) != kConverters.end();
}

Result<std::string> Convert(BytesView bytes, std::string_view name) {
  BASALT_DCHECK(IsConverter(name), "The caller has checked the converter's name.");
  if (name == "toString") return std::string(bytes);
  if (name == "toHex") return base::ToHex(bytes);
  if (name == "toInt") {
    BASALT_ASSIGN_OR_RETURN(const uint64_t value, Number(bytes, 4));
    return fmt::to_string(static_cast<int32_t>(value));
  }
  if (name == "toShort") {
    BASALT_ASSIGN_OR_RETURN(const uint64_t value, Number(bytes, 2));
    return fmt::to_string(static_cast<int16_t>(value));
  }
  if (name == "toLong") {
    BASALT_ASSIGN_OR_RETURN(const uint64_t value, Number(bytes, 8));
    return fmt::to_string(static_cast<int64_t>(value));
  }
  if (name == "toFloat") {
    BASALT_ASSIGN_OR_RETURN(const uint64_t value, Number(bytes, 4));
    const auto real = std::bit_cast<float>(static_cast<uint32_t>(value));
    return Real(real, fmt::format("{}", real));
  }
  if (name == "toDouble") {
    BASALT_ASSIGN_OR_RETURN(const uint64_t value, Number(bytes, 8));
    const auto real = std::bit_cast<double>(value);
    return Real(real, fmt::format("{}", real));
  }
  if (name == "toBoolean") {
    if (bytes.size() != 1) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("Array has wrong size: {}", bytes.size()));
    }
    return std::string(bytes[0] != 0 ? "true" : "false");
  }
  return ToStringBinary(bytes);
}

}  // namespace basalt::shell
