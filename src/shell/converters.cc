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

}  // namespace

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
