// The filters and comparators of HBase, for use in Get, Scan and CheckAndMutate.
//
//   Scan().SetFilter(filters::All({filters::Prefix("user-"),
//                                  filters::Value(CompareOperator::kEqual,
//                                  comparators::Binary("x"))}));
//
// Each behaves as HBase's class of the (almost) same name; the comments say what that is. The
// values are immutable and may be shared by queries and threads. Where a parameter can be wrong the
// result is the error HBase reports.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/export.h"
#include "basalt/filter.h"
#include "basalt/mutation.h"
#include "basalt/status.h"

namespace basalt::filter {
class Comparator;
}

namespace basalt {
inline namespace v1 {

// Made by the functions of `comparators`.
using ComparatorPtr = std::shared_ptr<const filter::Comparator>;

// How comparators::Bit combines the bytes of the cell with its own.
enum class BitwiseOperator : uint8_t { kAnd, kOr, kXor };

// The flags of java.util.regex.Pattern.
namespace regex_flags {
constexpr int32_t kUnixLines = 0x01;
constexpr int32_t kCaseInsensitive = 0x02;
constexpr int32_t kComments = 0x04;
constexpr int32_t kMultiline = 0x08;
constexpr int32_t kLiteral = 0x10;
constexpr int32_t kDotAll = 0x20;
constexpr int32_t kUnicodeCase = 0x40;
constexpr int32_t kUnicodeCharacterClass = 0x100;
}  // namespace regex_flags

// Rows from `start` to `stop`; an empty bound is open.
struct BASALT_EXPORT RowRange {
  Bytes start;
  bool include_start = true;
  Bytes stop;
  bool include_stop = false;
};

// A pattern of rows: a byte of `mask` is 0 where the row must have the key's byte and 1 where any
// byte will do. Both have the same length; rows may be longer.
struct BASALT_EXPORT FuzzyKey {
  Bytes key;
  Bytes mask;
};

// What part of a cell is compared with. A filter keeps a cell when "part op value" holds.
namespace comparators {

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

namespace filters {

// Lists. All: cells and rows that every filter keeps; One: that some filter keeps. Filters are
// asked in order, and All asks no further once one says no.
BASALT_EXPORT FilterPtr All(std::vector<FilterPtr> list);
BASALT_EXPORT FilterPtr One(std::vector<FilterPtr> list);
// Drops rows of which the filter drops a cell.
BASALT_EXPORT FilterPtr Skip(FilterPtr wrapped);
// Ends the scan with the first row or cell that the filter drops.
BASALT_EXPORT FilterPtr WhileMatch(FilterPtr wrapped);

// Rows.
BASALT_EXPORT FilterPtr Row(CompareOperator op, ComparatorPtr comparator);
BASALT_EXPORT FilterPtr Prefix(Bytes prefix);
BASALT_EXPORT FilterPtr InclusiveStop(Bytes stop_row);
// Ends the scan after so many rows (of each region).
BASALT_EXPORT Result<FilterPtr> Page(int64_t rows);
// Keeps a row with this probability.
BASALT_EXPORT FilterPtr RandomRow(float chance);
BASALT_EXPORT Result<FilterPtr> FuzzyRow(std::vector<FuzzyKey> keys);
BASALT_EXPORT Result<FilterPtr> MultiRowRange(std::vector<RowRange> ranges);

// Parts of cells.
BASALT_EXPORT FilterPtr Family(CompareOperator op, ComparatorPtr comparator);
BASALT_EXPORT FilterPtr Qualifier(CompareOperator op, ComparatorPtr comparator);
BASALT_EXPORT FilterPtr Value(CompareOperator op, ComparatorPtr comparator);
// With `hints` the versions between the wanted ones are skipped by seeks.
BASALT_EXPORT Result<FilterPtr> Timestamps(std::vector<int64_t> timestamps, bool hints = false);
// Cells without their values, or with the value's length (4 bytes) in its place.
BASALT_EXPORT FilterPtr KeyOnly(bool length_as_value = false);

// Columns.
BASALT_EXPORT FilterPtr ColumnPrefix(Bytes prefix);
BASALT_EXPORT Result<FilterPtr> MultipleColumnPrefix(std::vector<Bytes> prefixes);
BASALT_EXPORT FilterPtr ColumnRange(std::optional<Bytes> min, bool include_min,
                                    std::optional<Bytes> max, bool include_max);
// `limit` columns of each row, after `offset` of them.
BASALT_EXPORT Result<FilterPtr> ColumnPagination(int32_t limit, int32_t offset);
// `limit` columns of each row, from the first one not before `first`.
BASALT_EXPORT Result<FilterPtr> ColumnPagination(int32_t limit, Bytes first);
// The first columns of a row; ends a scan with the first row that has more. For gets.
BASALT_EXPORT Result<FilterPtr> ColumnCountGet(int32_t limit);
BASALT_EXPORT FilterPtr FirstKeyOnly();
// The cells of a row up to the first one with one of these qualifiers.
BASALT_EXPORT FilterPtr FirstKeyMatching(std::vector<Bytes> qualifiers);

// Values of a column. The column must be among those the query reads.
struct BASALT_EXPORT ColumnCondition {
  Bytes family;
  Bytes qualifier;
  CompareOperator op = CompareOperator::kEqual;
  ComparatorPtr comparator;
  // Drop rows without the column.
  bool filter_if_missing = false;
  // Otherwise any version that is read may match.
  bool latest_version_only = true;
};
// Rows whose column has such a value.
BASALT_EXPORT Result<FilterPtr> SingleColumnValue(ColumnCondition condition);
// The same, without the column's own cells.
BASALT_EXPORT Result<FilterPtr> SingleColumnValueExclude(ColumnCondition condition);
// Only the column's cells with such a value. Uses neither flag of the condition.
BASALT_EXPORT FilterPtr ColumnValue(Bytes family, Bytes qualifier, CompareOperator op,
                                    ComparatorPtr comparator);
// Cells with the timestamp of a cell of the column, if a comparator is given of one that matches.
// With `drop` the column's own cells are left out.
BASALT_EXPORT FilterPtr DependentColumn(Bytes family, Bytes qualifier, bool drop = false,
                                        CompareOperator op = CompareOperator::kNoOp,
                                        ComparatorPtr comparator = nullptr);

}  // namespace filters
}  // namespace v1
}  // namespace basalt
