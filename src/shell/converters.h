// Converters of a value's bytes to text: FORMATTER => 'toLong', 'f:q:toInt'. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::shell {

// The names are those of HBase's Bytes: toStringBinary, toString, toInt, toLong, toShort, toFloat,
// toDouble, toBoolean, toHex.
bool IsConverter(std::string_view name);
// Fails like HBase's if there are too few bytes. REQUIRES: IsConverter(name).
Result<std::string> Convert(BytesView bytes, std::string_view name);

// For formats that programs read: valid UTF-8 as it is, control characters other than those of text
// files and other bytes as \xHH. FromStringBinary makes the bytes again: a backslash that looks
// like the beginning of \xHH is \x5C.
std::string ReadableText(BytesView bytes);

}  // namespace basalt::shell
