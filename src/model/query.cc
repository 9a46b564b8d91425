#include "basalt/query.h"

namespace basalt {
inline namespace v1 {
namespace {

// A whole family takes the place of its columns; a column narrows a whole family.
void SelectFamily(ColumnSelection& columns, BytesView family) { columns[Bytes(family)].clear(); }

void SelectColumn(ColumnSelection& columns, BytesView family, BytesView qualifier) {
  columns[Bytes(family)].emplace(qualifier);
}

}  // namespace

Get& Get::AddFamily(BytesView family) {
  SelectFamily(columns, family);
  return *this;
}

Get& Get::AddColumn(BytesView family, BytesView qualifier) {
  SelectColumn(columns, family, qualifier);
  return *this;
}

Get& Get::ReadVersions(int32_t versions) {
  max_versions = versions;
  return *this;
}

Get& Get::ReadAllVersions() { return ReadVersions(kAllVersions); }

Get& Get::SetTimeRange(const TimeRange& range) {
  time_range = range;
  return *this;
}

Get& Get::SetFilter(FilterPtr value) {
  filter = std::move(value);
  return *this;
}

Get& Get::SetCheckExistenceOnly(bool value) {
  check_existence_only = value;
  return *this;
}

Scan& Scan::WithStartRow(Bytes row, bool inclusive) {
  start_row = std::move(row);
  include_start_row = inclusive;
  return *this;
}

Scan& Scan::WithStopRow(Bytes row, bool inclusive) {
  stop_row = std::move(row);
  include_stop_row = inclusive;
  return *this;
}

Scan& Scan::SetRowPrefix(BytesView prefix) {
  return WithStartRow(Bytes(prefix)).WithStopRow(PrefixStop(prefix));
}

Scan& Scan::AddFamily(BytesView family) {
  SelectFamily(columns, family);
  return *this;
}

Scan& Scan::AddColumn(BytesView family, BytesView qualifier) {
  SelectColumn(columns, family, qualifier);
  return *this;
}

Scan& Scan::ReadVersions(int32_t versions) {
  max_versions = versions;
  return *this;
}

Scan& Scan::ReadAllVersions() { return ReadVersions(kAllVersions); }

Scan& Scan::SetTimeRange(const TimeRange& range) {
  time_range = range;
  return *this;
}

Scan& Scan::SetFilter(FilterPtr value) {
  filter = std::move(value);
  return *this;
}

Scan& Scan::SetReversed(bool value) {
  reversed = value;
  return *this;
}

Scan& Scan::SetRaw(bool value) {
  raw = value;
  return *this;
}

Scan& Scan::SetBatch(int32_t value) {
  batch = value;
  return *this;
}

Scan& Scan::SetLimit(int32_t value) {
  limit = value;
  return *this;
}

Scan& Scan::SetScanMetrics(bool value) {
  track_metrics = value;
  return *this;
}

Bytes PrefixStop(BytesView prefix) {
  // Count up the last byte that can be counted up; what follows it plays no part.
  const size_t last = prefix.find_last_not_of('\xFF');
  if (last == BytesView::npos) return {};
  Bytes stop(prefix.substr(0, last + 1));
  stop.back() = static_cast<char>(static_cast<unsigned char>(stop.back()) + 1);
  return stop;
}

}  // namespace v1
}  // namespace basalt
