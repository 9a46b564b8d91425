// Bytes as hexadecimal digits. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "basalt/bytes.h"

namespace basalt::base {

inline constexpr std::string_view kLowerHexDigits = "0123456789abcdef";

// Two lower-case digits for each byte.
std::string ToHex(BytesView bytes);
// The reverse, in either case; nothing when it is not that.
std::optional<Bytes> FromHex(std::string_view text);
// The value of a digit of either case; -1 for anything else.
int HexDigitValue(char c);

}  // namespace basalt::base
