// Comparators: what the filters of basalt/filters.h, which includes this header, compare with.
// HBase's classes of the (almost) same names.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "basalt/bytes.h"
#include "basalt/export.h"
#include "basalt/status.h"

namespace basalt::filter {
class Comparator;
}

namespace basalt {
inline namespace v1 {

// Made by the functions of `comparators`. Immutable; may be shared by filters and threads.
using ComparatorPtr = std::shared_ptr<const filter::Comparator>;

// How comparators::Bit combines the bytes of the cell with its own.
enum class BitwiseOperator : uint8_t { kAnd, kOr, kXor };

// The flags of java.util.regex.Pattern, to be combined with |.
namespace regex_flags {
constexpr int32_t kUnixLines = 0x01;        // only \n ends a line
constexpr int32_t kCaseInsensitive = 0x02;  // ASCII letters match in either case
constexpr int32_t kComments = 0x04;         // white space and #... in the pattern are skipped
constexpr int32_t kMultiline = 0x08;        // ^ and $ match at every line
constexpr int32_t kLiteral = 0x10;          // the pattern is plain text
constexpr int32_t kDotAll = 0x20;           // . matches line ends, too
constexpr int32_t kUnicodeCase = 0x40;      // kCaseInsensitive for all letters
constexpr int32_t kUnicodeCharacterClass = 0x100;  // \w, \d and so on follow Unicode
}  // namespace regex_flags

// What a part of a cell (its row, family, qualifier or value) is compared with. A filter keeps a
// cell when "part op value" holds.
namespace comparators {

// Compares all bytes, as unsigned.
BASALT_EXPORT ComparatorPtr Binary(Bytes value);
// Looks at as many bytes as the value has.
BASALT_EXPORT ComparatorPtr BinaryPrefix(Bytes value);
// Looks at as many bytes as the value has, from `offset` on.
BASALT_EXPORT ComparatorPtr BinaryComponent(Bytes value, uint32_t offset);
// Equal when some bit is set in `value op part`. Parts of another length are not equal.
BASALT_EXPORT ComparatorPtr Bit(Bytes value, BitwiseOperator op);
// Parts are longs of 8 bytes; others end the read with an error.
BASALT_EXPORT ComparatorPtr Long(int64_t value);
// `value`: a scale of 4 bytes and an unscaled two's-complement number, as Bytes.toBytes(BigDecimal)
// makes it. Parts too; others end the read with an error.
BASALT_EXPORT Result<ComparatorPtr> BigDecimal(Bytes value);
// Every part differs from it.
BASALT_EXPORT ComparatorPtr Null();
// Equal when the text is found in the part, whatever the case.
BASALT_EXPORT ComparatorPtr Substring(std::string_view text);
// Equal when the pattern, in Java's syntax, is found somewhere in the part. Parts are read as
// `charset`: UTF-8, ISO-8859-1 or US-ASCII. A match that takes too long ends the read with an
// error.
BASALT_EXPORT Result<ComparatorPtr> Regex(std::string pattern, int32_t flags = regex_flags::kDotAll,
                                          std::string charset = "UTF-8");

}  // namespace comparators

}  // namespace v1
}  // namespace basalt
