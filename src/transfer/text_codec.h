// Bytes as text: UTF-8, escapes, hexadecimal digits, base64. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basalt/bytes.h"

namespace basalt::transfer {

// The length of the UTF-8 character at the beginning, by RFC 3629; 0 when there is none.
size_t Utf8Length(std::string_view text);
bool IsUtf8(std::string_view text);

// What stays as it is in escaped text besides printable characters.
enum class Whitespace : uint8_t {
  kKept,     // tabs and line feeds, for formats that quote
  kEscaped,  // \t and \n, for formats that do not
};

// UTF-8 stays as it is; a backslash becomes \\, control characters and bytes that are not UTF-8
// become \t, \n, \r or \xHH. With `mark_empty`, nothing at all becomes \e, so that it differs from
// a field that is absent.
void AppendEscaped(std::string& out, BytesView bytes, Whitespace whitespace, bool mark_empty);
// The reverse, HBase's own \xHH text included; nullopt for an escape that does not exist.
std::optional<Bytes> Unescape(std::string_view text);

std::string ToBase64(BytesView bytes);
// RFC 4648, with or without the padding; nullopt for anything else.
std::optional<Bytes> FromBase64(std::string_view text);

}  // namespace basalt::transfer
