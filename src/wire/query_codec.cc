#include "wire/query_codec.h"

#include <algorithm>
#include <limits>

#include "wire/filter_codec.h"

namespace basalt::wire {
namespace {

// Java's int in an unsigned field.
int32_t ToCount(uint32_t value) {
  return static_cast<int32_t>(std::min<uint32_t>(value, std::numeric_limits<int32_t>::max()));
}

// The fields that both messages have under the same names.
template <typename Message>
Status ParseQuery(const Message& message, Query& query) {
  for (const hbase::pb::Column& column : message.column()) {
    if (!query.columns().contains(column.family())) query.AddFamily(column.family());
    for (const Bytes& qualifier : column.qualifier()) query.AddColumn(column.family(), qualifier);
  }
  query.ReadVersions(ToCount(message.max_versions()));
  if (message.has_time_range()) {
    BASALT_ASSIGN_OR_RETURN(const TimeRange range, ParseTimeRange(message.time_range()));
    query.SetTimeRange(range);
  }
  for (const hbase::pb::ColumnFamilyTimeRange& range : message.cf_time_range()) {
    BASALT_ASSIGN_OR_RETURN(const TimeRange time, ParseTimeRange(range.time_range()));
    query.SetColumnFamilyTimeRange(range.column_family(), time);
  }
  if (message.has_filter()) {
    BASALT_ASSIGN_OR_RETURN(FilterPtr filter, ParseFilter(message.filter()));
    query.SetFilter(std::move(filter));
  }
  if (message.has_store_limit()) {
    query.SetMaxResultsPerColumnFamily(static_cast<int32_t>(message.store_limit()));
  }
  if (message.has_store_offset()) {
    query.SetRowOffsetPerColumnFamily(ToCount(message.store_offset()));
  }
  query.SetCacheBlocks(message.cache_blocks());
  return {};
}

template <typename Message>
Status FillQuery(const Query& query, Message& message) {
  for (const auto& [family, qualifiers] : query.columns()) {
    hbase::pb::Column& column = *message.add_column();
    column.set_family(family);
    for (const Bytes& qualifier : qualifiers) column.add_qualifier(qualifier);
  }
  message.set_max_versions(static_cast<uint32_t>(query.max_versions()));
  if (!query.time_range().is_all_time())
    FillTimeRange(query.time_range(), *message.mutable_time_range());
  for (const auto& [family, range] : query.column_family_time_ranges()) {
    hbase::pb::ColumnFamilyTimeRange& own = *message.add_cf_time_range();
    own.set_column_family(family);
    FillTimeRange(range, *own.mutable_time_range());
  }
  if (query.filter() != nullptr) {
    BASALT_ASSIGN_OR_RETURN(*message.mutable_filter(), SerializeFilter(*query.filter()));
  }
  const int32_t limit = query.max_results_per_column_family();
  if (limit >= 0) message.set_store_limit(static_cast<uint32_t>(limit));
  const int32_t offset = query.row_offset_per_column_family();
  if (offset > 0) message.set_store_offset(static_cast<uint32_t>(offset));
  message.set_cache_blocks(query.cache_blocks());
  return {};
}

}  // namespace

void FillTimeRange(const TimeRange& range, hbase::pb::TimeRange& message) {
  message.set_from(static_cast<uint64_t>(range.min()));
  message.set_to(static_cast<uint64_t>(range.max()));
}

Result<TimeRange> ParseTimeRange(const hbase::pb::TimeRange& range) {
  auto time = TimeRange::Of(
      range.has_from() ? static_cast<int64_t>(range.from()) : 0,
      range.has_to() ? static_cast<int64_t>(range.to()) : std::numeric_limits<int64_t>::max());
  if (!time.ok()) return Status(StatusCode::kDoNotRetry, time.status().message());
  return time;
}

Result<Get> ParseGet(const hbase::pb::Get& message) {
  Get get(message.row());
  BASALT_RETURN_IF_ERROR(ParseQuery(message, get));
  get.SetCheckExistenceOnly(message.existence_only());
  return get;
}

Result<Scan> ParseScan(const hbase::pb::Scan& message) {
  Scan scan;
  BASALT_RETURN_IF_ERROR(ParseQuery(message, scan));
  // Old clients request one row by equal start and stop rows.
  const bool one_row = !message.has_include_stop_row() && !message.start_row().empty() &&
                       message.start_row() == message.stop_row();
  scan.WithStartRow(message.start_row(), message.include_start_row());
  scan.WithStopRow(message.stop_row(), one_row || message.include_stop_row());
  scan.SetReversed(message.reversed());
  if (message.has_batch_size() && message.batch_size() > 0) {
    scan.SetBatch(ToCount(message.batch_size()));
  }
  if (message.has_caching()) scan.SetCaching(ToCount(message.caching()));
  for (const hbase::pb::NameBytesPair& attribute : message.attribute()) {
    if (attribute.name() == "_raw_") {
      scan.SetRaw(!attribute.value().empty() && attribute.value().front() != 0);
    }
  }
  return scan;
}

Status FillGet(const Get& get, hbase::pb::Get& message) {
  message.set_row(get.row());
  BASALT_RETURN_IF_ERROR(FillQuery(get, message));
  if (get.check_existence_only()) message.set_existence_only(true);
  return {};
}

Status FillScan(const Scan& scan, hbase::pb::Scan& message) {
  BASALT_RETURN_IF_ERROR(FillQuery(scan, message));
  if (!scan.start_row().empty()) message.set_start_row(scan.start_row());
  if (!scan.stop_row().empty()) message.set_stop_row(scan.stop_row());
  message.set_include_start_row(scan.include_start_row());
  message.set_include_stop_row(scan.include_stop_row());
  if (scan.reversed()) message.set_reversed(true);
  if (scan.batch() > 0) message.set_batch_size(static_cast<uint32_t>(scan.batch()));
  if (scan.caching() > 0) message.set_caching(static_cast<uint32_t>(scan.caching()));
  if (scan.raw()) {
    hbase::pb::NameBytesPair& attribute = *message.add_attribute();
    attribute.set_name("_raw_");
    attribute.set_value("\xff");  // Java's true
  }
  return {};
}

}  // namespace basalt::wire
