// Bytes as HBase understands them: unsigned, compared left to right, shorter prefix first.
// Also the conversions of HBase's Bytes utility that users rely on. Pure functions, thread safe.
//
// Lifetimes: a Bytes owns what it holds. A BytesView borrows: a function that takes one reads it
// during the call and copies what it keeps, so the caller's bytes need to live no longer than that.
// A function that returns one says whose bytes they are and how long they stay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

// std::string compares through char_traits<char>, which is unsigned byte order: exactly HBase's.
// Owns its bytes; any byte may occur, zero included.
using Bytes = std::string;
// Borrows bytes of somebody else; never null-terminated by promise.
using BytesView = std::string_view;

// Bytes.toStringBinary: printable ASCII as it is, every other byte (and the backslash) as \xHH.
BASALT_EXPORT std::string ToStringBinary(BytesView bytes);

// Bytes.toBytesBinary: the reverse, upper-case digits only. A backslash without an x after it
// stands for itself; that of a broken \x escape is dropped, as HBase does.
BASALT_EXPORT Bytes FromStringBinary(std::string_view text);

// Bytes.toBytes(long): 8 bytes, big endian.
BASALT_EXPORT Bytes EncodeLong(int64_t value);

// Bytes.toLong: nullopt unless `bytes` has exactly 8 bytes.
BASALT_EXPORT std::optional<int64_t> DecodeLong(BytesView bytes);

// Views a string literal, embedded zero bytes included: BytesOf("a\0b"). The view is valid as long
// as the literal: for the life of the process.
template <size_t N>
constexpr BytesView BytesOf(const char (&literal)[N]) {
  return BytesView(literal, N - 1);
}

}  // namespace v1
}  // namespace basalt
