// The filters of HBase, for use in Get, Scan and CheckAndMutate.
//
//   Scan().SetFilter(filters::All({filters::Prefix("user-"),
//                                  filters::Value(CompareOperator::kEqual,
//                                  comparators::Binary("x"))}));
//
// Each behaves as HBase's class of the (almost) same name; the comments say what that is. The
// values are immutable and may be shared by queries and threads. Where a parameter can be wrong the
// result is the error HBase reports. REQUIRES, where it is not said otherwise: filters and
// comparators that are passed are not null.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/comparators.h"
#include "basalt/export.h"
#include "basalt/filter.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// Rows from `start` to `stop`; an empty bound is open.
struct BASALT_EXPORT RowRange {
  Bytes start;                // the lower bound; empty: the first row of the table
  bool include_start = true;  // whether the row `start` belongs to the range
  Bytes stop;                 // the upper bound; empty: the last row of the table
  bool include_stop = false;  // whether the row `stop` belongs to the range
};

// A pattern of rows: a byte of `mask` is 0 where the row must have the key's byte and 1 where any
// byte will do. Both have the same length; rows may be longer.
struct BASALT_EXPORT FuzzyKey {
  Bytes key;   // the bytes to match; those that the mask frees may have any value
  Bytes mask;  // a byte 0 or 1 for each byte of `key`
};

namespace filters {

// Lists of filters, asked in order. All keeps cells and rows that every filter keeps, and asks no
// further once one drops them; One keeps those that some filter keeps.
BASALT_EXPORT FilterPtr All(std::vector<FilterPtr> list);
BASALT_EXPORT FilterPtr One(std::vector<FilterPtr> list);
// Drops rows of which the filter drops a cell.
BASALT_EXPORT FilterPtr Skip(FilterPtr wrapped);
// Ends the scan with the first row or cell that the filter drops.
BASALT_EXPORT FilterPtr WhileMatch(FilterPtr wrapped);

// Filters of rows.

// Rows whose key compares as asked.
BASALT_EXPORT FilterPtr Row(CompareOperator op, ComparatorPtr comparator);
// Rows whose key begins with the prefix; ends the scan after them. Begin the scan at the prefix.
BASALT_EXPORT FilterPtr Prefix(Bytes prefix);
// Rows up to `stop_row`, which is included; then ends the scan.
BASALT_EXPORT FilterPtr InclusiveStop(Bytes stop_row);
// Ends the scan after so many rows (of each region).
BASALT_EXPORT Result<FilterPtr> Page(int64_t rows);
// Keeps a row with this probability.
BASALT_EXPORT FilterPtr RandomRow(float chance);
// Rows that match one of the patterns; skips to the next that can match.
BASALT_EXPORT Result<FilterPtr> FuzzyRow(std::vector<FuzzyKey> keys);
// Rows in one of the ranges; skips from range to range.
BASALT_EXPORT Result<FilterPtr> MultiRowRange(std::vector<RowRange> ranges);

// Filters of single cells, by one of their parts.

// Cells whose family, qualifier or value compares as asked.
BASALT_EXPORT FilterPtr Family(CompareOperator op, ComparatorPtr comparator);
BASALT_EXPORT FilterPtr Qualifier(CompareOperator op, ComparatorPtr comparator);
BASALT_EXPORT FilterPtr Value(CompareOperator op, ComparatorPtr comparator);
// Cells with one of these timestamps. With `hints` the versions between them are skipped by seeks.
BASALT_EXPORT Result<FilterPtr> Timestamps(std::vector<int64_t> timestamps, bool hints = false);
// Cells without their values, or with the value's length (4 bytes) in its place.
BASALT_EXPORT FilterPtr KeyOnly(bool length_as_value = false);

// Filters of columns.

// Columns whose qualifier begins with the prefix, or with one of the prefixes.
BASALT_EXPORT FilterPtr ColumnPrefix(Bytes prefix);
BASALT_EXPORT Result<FilterPtr> MultipleColumnPrefix(std::vector<Bytes> prefixes);
// Columns whose qualifier is between `min` and `max`; nullopt: no bound.
BASALT_EXPORT FilterPtr ColumnRange(std::optional<Bytes> min, bool include_min,
                                    std::optional<Bytes> max, bool include_max);
// `limit` columns of each row, after `offset` of them.
BASALT_EXPORT Result<FilterPtr> ColumnPagination(int32_t limit, int32_t offset);
// `limit` columns of each row, from the first one not before `first`.
BASALT_EXPORT Result<FilterPtr> ColumnPagination(int32_t limit, Bytes first);
// The first columns of a row; ends a scan with the first row that has more. For gets.
BASALT_EXPORT Result<FilterPtr> ColumnCountGet(int32_t limit);
// The first cell of each row: for counting rows.
BASALT_EXPORT FilterPtr FirstKeyOnly();
// The cells of a row up to the first one with one of these qualifiers.
BASALT_EXPORT FilterPtr FirstKeyMatching(std::vector<Bytes> qualifiers);

// A condition on the value of a column, which must be among those the query reads.
struct BASALT_EXPORT ColumnCondition {
  // The column.
  Bytes family;
  Bytes qualifier;
  // How the column's value compares with the comparator.
  CompareOperator op = CompareOperator::kEqual;
  // What the value is compared with; required.
  ComparatorPtr comparator;
  // Drops rows without the column; false: keeps them.
  bool filter_if_missing = false;
  // Only the newest version is compared; false: any version that is read may match.
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
