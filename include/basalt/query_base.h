// Query: what Get and Scan have in common: which cells of a row are read. basalt/query.h has Get
// and Scan and is the header to include.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "basalt/bytes.h"
#include "basalt/export.h"
#include "basalt/filter.h"
#include "basalt/time_range.h"

namespace basalt {
inline namespace v1 {

// Family -> qualifiers; no qualifiers means the whole family. An empty map means every family.
using ColumnSelection = std::map<Bytes, std::set<Bytes>>;

// For ReadVersions: as many versions as the family keeps.
constexpr int32_t kAllVersions = std::numeric_limits<int32_t>::max();

// A value; owns its bytes. Any combination may be built, and what HBase refuses is refused when the
// query runs. What a getter returns by reference is valid until the query is changed or destroyed.
// Not synchronised.
class BASALT_EXPORT Query {
 public:
  // Reads the family, and those added before and after; without any, every family. Replaces columns
  // of the family that were added before.
  Query& AddFamily(BytesView family);
  // Reads the column; narrows a whole family that was added before.
  Query& AddColumn(BytesView family, BytesView qualifier);
  // The maximum number of versions of each column, newest first. Default: 1. The read fails with
  // kInvalidArgument unless it is positive.
  Query& ReadVersions(int32_t versions);
  // As many versions as the family keeps.
  Query& ReadAllVersions() { return ReadVersions(kAllVersions); }
  // Only versions with a timestamp in the range. Default: all of time.
  Query& SetTimeRange(const TimeRange& range);
  // Overrides the time range for one family.
  Query& SetColumnFamilyTimeRange(BytesView family, const TimeRange& range);
  // A prototype, shared by copies of the query: each scanner uses its own Clone of it. Null: none.
  Query& SetFilter(FilterPtr filter);
  // At most this many cells per family and row, after skipping the offset. Default: -1, no limit.
  Query& SetMaxResultsPerColumnFamily(int32_t limit);
  // How many cells of each family are skipped at the beginning of a row. Default: 0.
  Query& SetRowOffsetPerColumnFamily(int32_t offset);
  // Whether blocks that are read stay in the block cache. Default: true; false suits large scans.
  Query& SetCacheBlocks(bool cache_blocks);

  // The families and columns to read; empty: everything.
  const ColumnSelection& columns() const { return columns_; }
  // The maximum number of versions of each column.
  int32_t max_versions() const { return max_versions_; }
  // The timestamps of the versions to read, where no range of the family's own is set.
  const TimeRange& time_range() const { return time_range_; }
  // The time ranges of single families.
  const std::map<Bytes, TimeRange>& column_family_time_ranges() const {
    return column_family_time_ranges_;
  }
  // The filter's prototype; null when there is none.
  const FilterPtr& filter() const { return filter_; }
  // The maximum number of cells per family and row; -1: no limit.
  int32_t max_results_per_column_family() const { return max_results_per_column_family_; }
  // How many cells of each family are skipped at the beginning of a row.
  int32_t row_offset_per_column_family() const { return row_offset_per_column_family_; }
  // Whether blocks that are read stay in the block cache.
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
  // The setter of Query; returns *this, so that calls can be chained.
  Self& AddFamily(BytesView family) { return Me(Query::AddFamily(family)); }
  Self& AddColumn(BytesView family, BytesView qualifier) {
    return Me(Query::AddColumn(family, qualifier));
  }
  // The setter of Query.
  Self& ReadVersions(int32_t versions) { return Me(Query::ReadVersions(versions)); }
  Self& ReadAllVersions() { return Me(Query::ReadAllVersions()); }
  Self& SetTimeRange(const TimeRange& range) { return Me(Query::SetTimeRange(range)); }
  Self& SetColumnFamilyTimeRange(BytesView family, const TimeRange& range) {
    return Me(Query::SetColumnFamilyTimeRange(family, range));
  }
  // The setter of Query.
  Self& SetFilter(FilterPtr filter) { return Me(Query::SetFilter(std::move(filter))); }
  Self& SetMaxResultsPerColumnFamily(int32_t limit) {
    return Me(Query::SetMaxResultsPerColumnFamily(limit));
  }
  // The setter of Query.
  Self& SetRowOffsetPerColumnFamily(int32_t offset) {
    return Me(Query::SetRowOffsetPerColumnFamily(offset));
  }
  // The setter of Query.
  Self& SetCacheBlocks(bool cache_blocks) { return Me(Query::SetCacheBlocks(cache_blocks)); }
  // Copies all of `query`: columns, versions, time ranges, filter, limits and caching.
  Self& SetQuery(const Query& query) { return Me(static_cast<Query&>(*this) = query); }

 private:
  static Self& Me(Query& query) { return static_cast<Self&>(query); }
};

}  // namespace v1
}  // namespace basalt
