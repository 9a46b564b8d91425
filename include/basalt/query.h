// Reads: Get (one row) and Scan (a range of rows), and what both can ask for. Builders with HBase's
// names: SetX() changes, x() reads. Values; any combination may be built, and what HBase refuses is
// refused when the query runs. What a getter returns by reference is valid until the query is
// changed or destroyed.
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

// What Get and Scan have in common: which cells of a row are read.
class BASALT_EXPORT Query {
 public:
  // A whole family replaces its columns; a column narrows a whole family.
  Query& AddFamily(BytesView family);
  Query& AddColumn(BytesView family, BytesView qualifier);
  // REQUIRES for success of the read: versions > 0.
  Query& ReadVersions(int32_t versions);
  Query& ReadAllVersions() { return ReadVersions(kAllVersions); }
  Query& SetTimeRange(const TimeRange& range);
  // Overrides the time range for one family.
  Query& SetColumnFamilyTimeRange(BytesView family, const TimeRange& range);
  // A prototype, shared by copies of the query: each scanner uses its own Clone of it.
  Query& SetFilter(FilterPtr filter);
  // At most this many cells per family and row, after skipping the offset; -1: no limit.
  Query& SetMaxResultsPerColumnFamily(int32_t limit);
  Query& SetRowOffsetPerColumnFamily(int32_t offset);
  // Whether blocks that are read stay in the block cache.
  Query& SetCacheBlocks(bool cache_blocks);

  const ColumnSelection& columns() const { return columns_; }
  int32_t max_versions() const { return max_versions_; }
  const TimeRange& time_range() const { return time_range_; }
  const std::map<Bytes, TimeRange>& column_family_time_ranges() const {
    return column_family_time_ranges_;
  }
  const FilterPtr& filter() const { return filter_; }
  int32_t max_results_per_column_family() const { return max_results_per_column_family_; }
  int32_t row_offset_per_column_family() const { return row_offset_per_column_family_; }
  bool cache_blocks() const { return cache_blocks_; }

 private:
  ColumnSelection columns_;
  TimeRange time_range_;
  std::map<Bytes, TimeRange> column_family_time_ranges_;
  FilterPtr filter_;
  int32_t max_versions_ = 1;
  int32_t max_results_per_column_family_ = -1;
  int32_t row_offset_per_column_family_ = 0;
  bool cache_blocks_ = true;
};

// The setters of Query, which return the type they are called on: Self, which derives from it.
template <typename Self>
class BASALT_EXPORT QueryBuilder : public Query {
 public:
  Self& AddFamily(BytesView family) { return Me(Query::AddFamily(family)); }
  Self& AddColumn(BytesView family, BytesView qualifier) {
    return Me(Query::AddColumn(family, qualifier));
  }
  Self& ReadVersions(int32_t versions) { return Me(Query::ReadVersions(versions)); }
  Self& ReadAllVersions() { return Me(Query::ReadAllVersions()); }
  Self& SetTimeRange(const TimeRange& range) { return Me(Query::SetTimeRange(range)); }
  Self& SetColumnFamilyTimeRange(BytesView family, const TimeRange& range) {
    return Me(Query::SetColumnFamilyTimeRange(family, range));
  }
  Self& SetFilter(FilterPtr filter) { return Me(Query::SetFilter(std::move(filter))); }
  Self& SetMaxResultsPerColumnFamily(int32_t limit) {
    return Me(Query::SetMaxResultsPerColumnFamily(limit));
  }
  Self& SetRowOffsetPerColumnFamily(int32_t offset) {
    return Me(Query::SetRowOffsetPerColumnFamily(offset));
  }
  Self& SetCacheBlocks(bool cache_blocks) { return Me(Query::SetCacheBlocks(cache_blocks)); }
  // Takes over everything that queries have in common.
  Self& SetQuery(const Query& query) { return Me(static_cast<Query&>(*this) = query); }

 private:
  static Self& Me(Query& query) { return static_cast<Self&>(query); }
};

class BASALT_EXPORT Get : public QueryBuilder<Get> {
 public:
  explicit Get(Bytes row) : row_(std::move(row)) {}

  // Return no cells, only RowResult::exists().
  Get& SetCheckExistenceOnly(bool check_existence_only = true) {
    check_existence_only_ = check_existence_only;
    return *this;
  }

  const Bytes& row() const { return row_; }
  bool check_existence_only() const { return check_existence_only_; }

 private:
  Bytes row_;
  bool check_existence_only_ = false;
};

class BASALT_EXPORT Scan : public QueryBuilder<Scan> {
 public:
  // Everything.
  Scan() = default;
  // [start, stop); an empty stop means to the end.
  explicit Scan(Bytes start, Bytes stop = {})
      : start_row_(std::move(start)), stop_row_(std::move(stop)) {}

  Scan& WithStartRow(Bytes row, bool inclusive = true);
  Scan& WithStopRow(Bytes row, bool inclusive = false);
  // All rows that begin with `prefix`.
  Scan& SetStartStopRowForPrefixScan(BytesView prefix);
  // In descending order; the start row is then the larger one.
  Scan& SetReversed(bool reversed = true);
  // Deleted cells and delete markers too, as they are stored.
  Scan& SetRaw(bool raw = true);
  // At most this many cells per result; a larger row comes in several, all but the last partial().
  // -1: whole rows.
  Scan& SetBatch(int32_t batch);
  // Rows; -1: no limit.
  Scan& SetLimit(int32_t limit);
  // Rows per round trip to a server; -1: as many as fit into 2 MB.
  Scan& SetCaching(int32_t caching);
  // Counts what the scan costs: ResultScanner::metrics().
  Scan& SetScanMetricsEnabled(bool enabled = true);

  const Bytes& start_row() const { return start_row_; }
  const Bytes& stop_row() const { return stop_row_; }
  bool include_start_row() const { return include_start_row_; }
  bool include_stop_row() const { return include_stop_row_; }
  bool reversed() const { return reversed_; }
  bool raw() const { return raw_; }
  int32_t batch() const { return batch_; }
  int32_t limit() const { return limit_; }
  int32_t caching() const { return caching_; }
  bool scan_metrics_enabled() const { return scan_metrics_enabled_; }

 private:
  Bytes start_row_;
  Bytes stop_row_;
  bool include_start_row_ = true;
  bool include_stop_row_ = false;
  bool reversed_ = false;
  bool raw_ = false;
  bool scan_metrics_enabled_ = false;
  int32_t batch_ = -1;
  int32_t limit_ = -1;
  int32_t caching_ = -1;
};

// The smallest key greater than every key with this prefix; empty when there is none.
BASALT_EXPORT Bytes PrefixStop(BytesView prefix);

}  // namespace v1
}  // namespace basalt
