// Reads: Get (one row) and Scan (a range of rows), and what both can ask for.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "basalt/cell.h"
#include "basalt/export.h"
#include "basalt/filter.h"
#include "basalt/time_range.h"

namespace basalt {
inline namespace v1 {

// Family -> qualifiers; no qualifiers means the whole family. An empty map means every family.
using ColumnSelection = std::map<Bytes, std::set<Bytes>>;

constexpr int32_t kAllVersions = std::numeric_limits<int32_t>::max();

// What Get and Scan have in common. Plain fields: any combination is a value, and what HBase
// refuses is refused when the query runs.
struct BASALT_EXPORT Query {
  ColumnSelection columns;
  int32_t max_versions = 1;
  TimeRange time_range;
  // Overrides time_range for single families.
  std::map<Bytes, TimeRange> family_time_ranges;
  FilterPtr filter;
  // At most this many cells per family and row, after skipping `store_offset` of them.
  int32_t store_limit = -1;  // -1: no limit
  int32_t store_offset = 0;
  bool cache_blocks = true;
};

struct BASALT_EXPORT Get : Query {
  explicit Get(Bytes row_key) : row(std::move(row_key)) {}

  Get& AddFamily(BytesView family);
  Get& AddColumn(BytesView family, BytesView qualifier);
  // REQUIRES for success of the read: versions > 0.
  Get& ReadVersions(int32_t versions);
  Get& ReadAllVersions();
  Get& SetTimeRange(const TimeRange& range);
  Get& SetFilter(FilterPtr value);
  Get& SetCheckExistenceOnly(bool value = true);

  Bytes row;
  // Return no cells, only RowResult::exists().
  bool check_existence_only = false;
};

struct BASALT_EXPORT Scan : Query {
  // Everything.
  Scan() = default;
  // [start, stop); an empty stop means to the end.
  explicit Scan(Bytes start, Bytes stop = {})
      : start_row(std::move(start)), stop_row(std::move(stop)) {}

  Scan& WithStartRow(Bytes row, bool inclusive = true);
  Scan& WithStopRow(Bytes row, bool inclusive = false);
  // All rows that begin with `prefix`.
  Scan& SetRowPrefix(BytesView prefix);
  Scan& AddFamily(BytesView family);
  Scan& AddColumn(BytesView family, BytesView qualifier);
  Scan& ReadVersions(int32_t versions);
  Scan& ReadAllVersions();
  Scan& SetTimeRange(const TimeRange& range);
  Scan& SetFilter(FilterPtr value);
  // Downwards: start_row is then the larger one.
  Scan& SetReversed(bool value = true);
  // Deleted cells and markers too, as they are stored.
  Scan& SetRaw(bool value = true);
  // At most this many cells per result; a larger row comes in several, all but the last partial().
  Scan& SetBatch(int32_t value);
  Scan& SetLimit(int32_t value);
  // Counts what the scan costs: ResultScanner::metrics().
  Scan& SetScanMetrics(bool value = true);

  Bytes start_row;
  Bytes stop_row;
  bool include_start_row = true;
  bool include_stop_row = false;
  bool reversed = false;
  bool raw = false;
  int32_t batch = -1;    // -1: whole rows
  int32_t limit = -1;    // rows; -1: no limit
  int32_t caching = -1;  // rows per round trip; only a remote table cares
  bool track_metrics = false;
};

// The smallest key greater than every key with this prefix; empty when there is none.
BASALT_EXPORT Bytes PrefixStop(BytesView prefix);

}  // namespace v1
}  // namespace basalt
