#include "basalt/query.h"

namespace basalt {
inline namespace v1 {

Query& Query::AddFamily(BytesView family) {
  columns_[Bytes(family)].clear();
  return *this;
}

Query& Query::AddColumn(BytesView family, BytesView qualifier) {
  columns_[Bytes(family)].emplace(qualifier);
  return *this;
}

Query& Query::ReadVersions(int32_t versions) {
  max_versions_ = versions;
  return *this;
}

Query& Query::SetTimeRange(const TimeRange& range) {
  time_range_ = range;
  return *this;
}

Query& Query::SetColumnFamilyTimeRange(BytesView family, const TimeRange& range) {
  column_family_time_ranges_.insert_or_assign(Bytes(family), range);
  return *this;
}

Query& Query::SetFilter(FilterPtr filter) {
  filter_ = std::move(filter);
  return *this;
}

Query& Query::SetMaxResultsPerColumnFamily(int32_t limit) {
  max_results_per_column_family_ = limit;
  return *this;
}

Query& Query::SetRowOffsetPerColumnFamily(int32_t offset) {
  row_offset_per_column_family_ = offset;
  return *this;
}

Query& Query::SetCacheBlocks(bool cache_blocks) {
  cache_blocks_ = cache_blocks;
  return *this;
}

Scan& Scan::WithStartRow(Bytes row, bool inclusive) {
  start_row_ = std::move(row);
  include_start_row_ = inclusive;
  return *this;
}

Scan& Scan::WithStopRow(Bytes row, bool inclusive) {
  stop_row_ = std::move(row);
  include_stop_row_ = inclusive;
  return *this;
}

Scan& Scan::SetStartStopRowForPrefixScan(BytesView prefix) {
  return WithStartRow(Bytes(prefix)).WithStopRow(PrefixStop(prefix));
}

Scan& Scan::SetReversed(bool reversed) {
  reversed_ = reversed;
  return *this;
}

Scan& Scan::SetRaw(bool raw) {
  raw_ = raw;
  return *this;
}

Scan& Scan::SetBatch(int32_t batch) {
  batch_ = batch;
  return *this;
}

Scan& Scan::SetLimit(int32_t limit) {
  limit_ = limit;
  return *this;
}

Scan& Scan::SetCaching(int32_t caching) {
  caching_ = caching;
  return *this;
}

Scan& Scan::SetScanMetricsEnabled(bool enabled) {
  scan_metrics_enabled_ = enabled;
  return *this;
}

Bytes PrefixStop(BytesView prefix) {
  // Increments the last byte that is not 0xFF and drops the bytes after it.
  const size_t last = prefix.find_last_not_of('\xFF');
  if (last == BytesView::npos) return {};
  Bytes stop(prefix.substr(0, last + 1));
  stop.back() = static_cast<char>(static_cast<unsigned char>(stop.back()) + 1);
  return stop;
}

}  // namespace v1
}  // namespace basalt
