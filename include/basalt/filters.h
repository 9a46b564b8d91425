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
#include "basalt/filter.h"
#include "basalt/mutation.h"
#include "basalt/status.h"

namespace basalt {

namespace filter {
class Comparator;
}
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
struct RowRange {
  Bytes start;
  bool include_start = true;
  Bytes stop;
  bool include_stop = false;
};

// A pattern of rows: a byte of `mask` is 0 where the row must have the key's byte and 1 where any
// byte will do. Both have the same length; rows may be longer.
struct FuzzyKey {
  Bytes key;
  Bytes mask;
};

// What part of a cell is compared with. A filter keeps a cell when "part op value" holds.
namespace comparators {

ComparatorPtr Binary(Bytes value);
// Looks at as many bytes as the value has.
ComparatorPtr BinaryPrefix(Bytes value);
// Looks at as many bytes as the value has, from `offset` on.
ComparatorPtr BinaryComponent(Bytes value, uint32_t offset);
// Equal when some bit is set in `value op part`. Parts of another length are not equal.
ComparatorPtr Bit(Bytes value, BitwiseOperator op);
// Parts are longs of 8 bytes; others end the read with an error.
ComparatorPtr Long(int64_t value);
// `value`: a scale of 4 bytes and an unscaled two's-complement number, as Bytes.toBytes(BigDecimal)
// makes it. Parts too; others end the read with an error.
Result<ComparatorPtr> BigDecimal(Bytes value);
// Every part differs from it.
ComparatorPtr Null();
// Equal when the text is found in the part, whatever the case.
ComparatorPtr Substring(std::string_view text);
// Equal when the pattern, in Java's syntax, is found somewhere in the part. Parts are read as
// `charset`: UTF-8, ISO-8859-1 or US-ASCII. A match that takes too long ends the read with an
// error.
Result<ComparatorPtr> Regex(std::string pattern, int32_t flags = regex_flags::kDotAll,
                            std::string charset = "UTF-8");

}  // namespace comparators

namespace filters {

// Lists. All: cells and rows that every filter keeps; One: that some filter keeps. Filters are
// asked in order, and All asks no further once one says no.
FilterPtr All(std::vector<FilterPtr> list);
FilterPtr One(std::vector<FilterPtr> list);
// Drops rows of which the filter drops a cell.
FilterPtr Skip(FilterPtr wrapped);
// Ends the scan with the first row or cell that the filter drops.
FilterPtr WhileMatch(FilterPtr wrapped);

// Rows.
FilterPtr Row(CompareOperator op, ComparatorPtr comparator);
FilterPtr Prefix(Bytes prefix);
FilterPtr InclusiveStop(Bytes stop_row);
// Ends the scan after so many rows (of each region).
Result<FilterPtr> Page(int64_t rows);
// Keeps a row with this probability.
FilterPtr RandomRow(float chance);
Result<FilterPtr> FuzzyRow(std::vector<FuzzyKey> keys);
Result<FilterPtr> MultiRowRange(std::vector<RowRange> ranges);

// Parts of cells.
FilterPtr Family(CompareOperator op, ComparatorPtr comparator);
FilterPtr Qualifier(CompareOperator op, ComparatorPtr comparator);
FilterPtr Value(CompareOperator op, ComparatorPtr comparator);
// With `hints` the versions between the wanted ones are skipped by seeks.
Result<FilterPtr> Timestamps(std::vector<int64_t> timestamps, bool hints = false);
// Cells without their values, or with the value's length (4 bytes) in its place.
FilterPtr KeyOnly(bool length_as_value = false);

// Columns.
FilterPtr ColumnPrefix(Bytes prefix);
Result<FilterPtr> MultipleColumnPrefix(std::vector<Bytes> prefixes);
FilterPtr ColumnRange(std::optional<Bytes> min, bool include_min, std::optional<Bytes> max,
                      bool include_max);
// `limit` columns of each row, after `offset` of them.
Result<FilterPtr> ColumnPagination(int32_t limit, int32_t offset);
// `limit` columns of each row, from the first one not before `first`.
Result<FilterPtr> ColumnPagination(int32_t limit, Bytes first);
// The first columns of a row; ends a scan with the first row that has more. For gets.
Result<FilterPtr> ColumnCountGet(int32_t limit);
FilterPtr FirstKeyOnly();
// The cells of a row up to the first one with one of these qualifiers.
FilterPtr FirstKeyMatching(std::vector<Bytes> qualifiers);

// Values of a column. The column must be among those the query reads.
struct ColumnCondition {
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
Result<FilterPtr> SingleColumnValue(ColumnCondition condition);
// The same, without the column's own cells.
Result<FilterPtr> SingleColumnValueExclude(ColumnCondition condition);
// Only the column's cells with such a value. Uses neither flag of the condition.
FilterPtr ColumnValue(Bytes family, Bytes qualifier, CompareOperator op, ComparatorPtr comparator);
// Cells with the timestamp of a cell of the column, if a comparator is given of one that matches.
// With `drop` the column's own cells are left out.
FilterPtr DependentColumn(Bytes family, Bytes qualifier, bool drop = false,
                          CompareOperator op = CompareOperator::kNoOp,
                          ComparatorPtr comparator = nullptr);

}  // namespace filters
}  // namespace basalt
