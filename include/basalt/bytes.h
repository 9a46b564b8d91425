// Bytes as HBase understands them: unsigned, compared left to right, shorter prefix first.
// Also the conversions of HBase's Bytes utility that users rely on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

// std::string compares through char_traits<char>, which is unsigned byte order: exactly HBase's.
using Bytes = std::string;
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

// Views text whose length is known at compile time, embedded zero bytes included: BytesOf("a\0b").
template <size_t N>
constexpr BytesView BytesOf(const char (&literal)[N]) {
  return BytesView(literal, N - 1);
}

}  // namespace v1
}  // namespace basalt
