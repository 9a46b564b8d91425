#include "shell/commands/read_options.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "basalt/filter.h"
#include "filter/filter_language.h"
#include "shell/command.h"
#include "shell/converters.h"
#include "shell/time_text.h"

namespace basalt::shell {
namespace {

Result<int32_t> Small(std::string_view key, int64_t value) {
  if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<int32_t>::max()) {
    return Complaint(fmt::format("{} is out of range: {}", key, value));
  }
  return static_cast<int32_t>(value);
}

// The option's value, or what there is without it.
Result<int32_t> TakeSmall(Options& options, std::string_view key, int32_t otherwise) {
  BASALT_ASSIGN_OR_RETURN(const auto value, options.TakeInteger(key));
  if (!value) return otherwise;
  return Small(key, *value);
}

Status TakeTimes(Options& options, Query& query) {
  BASALT_ASSIGN_OR_RETURN(const auto timestamp, options.TakeInteger("TIMESTAMP"));
  if (timestamp) {
    BASALT_ASSIGN_OR_RETURN(const TimeRange moment, TimeRange::At(*timestamp));
    query.SetTimeRange(moment);
  }
  const auto range = options.Take("TIMERANGE");
  if (!range) return {};
  const Array* bounds = range->As<Array>();
  const auto bound = [&](size_t i) { return AsInteger((*bounds)[i]); };
  if (bounds == nullptr || bounds->size() != 2 || !bound(0) || !bound(1)) {
    return Complaint("TIMERANGE must be two numbers: TIMERANGE => [1000, 2000]");
  }
  BASALT_ASSIGN_OR_RETURN(const TimeRange times, TimeRange::Of(*bound(0), *bound(1)));
  query.SetTimeRange(times);
  return {};
}

Status TakeFilter(Options& options, Query& query) {
  const auto value = options.Take("FILTER");
  if (!value) return {};
  if (const FilterPtr* filter = value->As<FilterPtr>()) {
    query.SetFilter(*filter);
    return {};
  }
  const Bytes* text = value->As<Bytes>();
  if (text == nullptr) return Complaint("FILTER must be a string in the filter language");
  BASALT_ASSIGN_OR_RETURN(FilterPtr parsed, filter::ParseFilterString(*text));
  query.SetFilter(std::move(parsed));
  return {};
}

// Options without effect where each region has one copy.
Status TakeIgnored(Options& options) {
  for (const std::string_view key : {"ATTRIBUTES", "ISOLATION_LEVEL", "READ_TYPE"}) {
    options.Take(key);
  }
  BASALT_ASSIGN_OR_RETURN(const auto consistency, options.TakeText("CONSISTENCY"));
  if (consistency && *consistency != "STRONG" && *consistency != "TIMELINE") {
    return Complaint("CONSISTENCY must be STRONG or TIMELINE, not " + *consistency);
  }
  BASALT_ASSIGN_OR_RETURN(const auto replica, options.TakeInteger("REGION_REPLICA_ID"));
  if (replica.value_or(0) != 0)
    return Complaint("regions have no replicas: REGION_REPLICA_ID is 0");
  if (options.Take("AUTHORIZATIONS")) {
    return Complaint("DISABLED: Visibility labels feature is not available");
  }
  return {};
}

Status TakeStyle(Options& options, CellStyle& style) {
  BASALT_ASSIGN_OR_RETURN(const auto length, options.TakeInteger("MAXLENGTH"));
  style.max_length = length.value_or(-1);
  BASALT_ASSIGN_OR_RETURN(const auto format, options.TakeText("FORMATTER"));
  if (format) {
    if (!IsConverter(*format)) {
      return Complaint(fmt::format(
          "there is no FORMATTER {}; there are toStringBinary, toString, toInt, toLong, toShort, "
          "toFloat, toDouble, toBoolean, toHex",
          *format));
    }
    style.formatter = *format;
  }
  BASALT_ASSIGN_OR_RETURN(const auto name, options.TakeText("FORMATTER_CLASS"));
  if (name && ClassPath{*name}.class_name() != "Bytes") {
    return Complaint("FORMATTER_CLASS is org.apache.hadoop.hbase.util.Bytes; there is no other");
  }
  return {};
}

const std::vector<std::string_view>& ScanOptionNames() {
  static const std::vector<std::string_view> kNames = {"ALLOW_PARTIAL_RESULTS",
                                                       "ALL_METRICS",
                                                       "ATTRIBUTES",
                                                       "BATCH",
                                                       "CACHE",
                                                       "CACHE_BLOCKS",
                                                       "COLUMN",
                                                       "COLUMNS",
                                                       "CONSISTENCY",
                                                       "ENDROW",
                                                       "FILTER",
                                                       "FORMATTER",
                                                       "INTERVAL",
                                                       "ISOLATION_LEVEL",
                                                       "LIMIT",
                                                       "MAXLENGTH",
                                                       "MAX_RESULT_SIZE",
                                                       "METRICS",
                                                       "RAW",
                                                       "READ_TYPE",
                                                       "REVERSED",
                                                       "ROWPREFIXFILTER",
                                                       "STARTROW",
                                                       "STOPROW",
                                                       "TIMERANGE",
                                                       "TIMESTAMP",
                                                       "VERSIONS"};
  return kNames;
}

Status TakeRows(Options& options, Scan& scan) {
  BASALT_ASSIGN_OR_RETURN(const auto start, options.TakeText("STARTROW"));
  if (start) scan.WithStartRow(*start);
  BASALT_ASSIGN_OR_RETURN(auto stop, options.TakeText("STOPROW"));
  BASALT_ASSIGN_OR_RETURN(const auto end, options.TakeText("ENDROW"));
  if (!stop) stop = end;
  if (stop) scan.WithStopRow(*stop);
  BASALT_ASSIGN_OR_RETURN(const auto prefix, options.TakeText("ROWPREFIXFILTER"));
  if (prefix) scan.SetStartStopRowForPrefixScan(*prefix);
  return {};
}

}  // namespace

Status AddColumn(BytesView text, Query& query, CellStyle& style) {
  Column column = ParseColumn(text);
  if (!column.qualifier) {
    // The whole family, in addition to any columns of it.
    query.AddFamily(column.family);
    return {};
  }
  Bytes& qualifier = *column.qualifier;
  // "converter" or "c(class).converter" after the last colon.
  if (const size_t colon = qualifier.rfind(':'); colon != Bytes::npos) {
    std::string_view converter = std::string_view(qualifier).substr(colon + 1);
    const size_t close = converter.starts_with("c(") ? converter.find(").") : std::string::npos;
    if (close != std::string_view::npos) converter.remove_prefix(close + 2);
    if (IsConverter(converter)) {
      const std::string name(converter);
      qualifier.resize(colon);
      style.converters[column.family + ":" + qualifier] = name;
    } else if (close != std::string_view::npos) {
      return Complaint(fmt::format("there is no converter {}", converter));
    }
  }
  const auto found = query.columns().find(column.family);
  if (found != query.columns().end() && found->second.empty()) return {};
  query.AddColumn(column.family, qualifier);
  return {};
}

Status ReadQueryOptions(Options& options, Query& query, CellStyle& style) {
  BASALT_ASSIGN_OR_RETURN(std::vector<Bytes> columns, options.TakeTexts("COLUMNS"));
  BASALT_ASSIGN_OR_RETURN(const std::vector<Bytes> more, options.TakeTexts("COLUMN"));
  if (columns.empty()) columns = more;
  for (const Bytes& column : columns) {
    BASALT_RETURN_IF_ERROR(AddColumn(column, query, style));
  }
  BASALT_ASSIGN_OR_RETURN(const int32_t versions,
                          TakeSmall(options, "VERSIONS", query.max_versions()));
  query.ReadVersions(versions);
  BASALT_RETURN_IF_ERROR(TakeTimes(options, query));
  BASALT_RETURN_IF_ERROR(TakeStyle(options, style));
  BASALT_RETURN_IF_ERROR(TakeFilter(options, query));
  return TakeIgnored(options);
}

bool MetricChoice::Shows(std::string_view name) const {
  if (!wanted) return false;
  if (names.empty()) return true;
  return std::ranges::any_of(names, [&](const Bytes& chosen) {
    return in_one_text ? chosen.empty() || chosen.find(name) != Bytes::npos : chosen == name;
  });
}

Result<MetricChoice> TakeMetrics(Options& options) {
  MetricChoice choice;
  BASALT_ASSIGN_OR_RETURN(const auto all, options.TakeBool("ALL_METRICS"));
  choice.wanted = all.value_or(false);
  const auto metrics = options.Take("METRICS");
  if (!metrics) return choice;
  choice.wanted = true;
  if (const Array* array = metrics->As<Array>()) {
    for (const Value& name : *array) choice.names.push_back(ToText(name));
  } else if (const Bytes* text = metrics->As<Bytes>()) {
    choice.in_one_text = true;
    choice.names.push_back(*text);
  } else {
    return Complaint("METRICS must be names: METRICS => ['ROWS_SCANNED', 'RPC_CALLS']");
  }
  return choice;
}

Status ReadScanOptions(std::string_view command, Options& options, Scan& scan, CellStyle& style) {
  BASALT_RETURN_IF_ERROR(ReadQueryOptions(options, scan, style));
  BASALT_RETURN_IF_ERROR(TakeRows(options, scan));
  BASALT_ASSIGN_OR_RETURN(const auto cache_blocks, options.TakeBool("CACHE_BLOCKS"));
  scan.SetCacheBlocks(cache_blocks.value_or(true));
  BASALT_ASSIGN_OR_RETURN(const auto reversed, options.TakeBool("REVERSED"));
  scan.SetReversed(reversed.value_or(false));
  BASALT_ASSIGN_OR_RETURN(const auto raw, options.TakeBool("RAW"));
  scan.SetRaw(raw.value_or(false));
  BASALT_ASSIGN_OR_RETURN(const int32_t caching, TakeSmall(options, "CACHE", scan.caching()));
  BASALT_ASSIGN_OR_RETURN(const int32_t limit, TakeSmall(options, "LIMIT", scan.limit()));
  BASALT_ASSIGN_OR_RETURN(const int32_t batch, TakeSmall(options, "BATCH", scan.batch()));
  scan.SetCaching(caching).SetLimit(limit == 0 ? -1 : limit).SetBatch(batch);
  options.Take("MAX_RESULT_SIZE");
  options.Take("ALLOW_PARTIAL_RESULTS");
  return options.CheckAllTaken(command, ScanOptionNames());
}

Result<std::string> ColumnText(const CellView& cell, const CellStyle& style) {
  BASALT_ASSIGN_OR_RETURN(std::string family, Convert(cell.family, style.formatter));
  BASALT_ASSIGN_OR_RETURN(const std::string qualifier, Convert(cell.qualifier, style.formatter));
  return family + ":" + qualifier;
}

Result<std::string> ValueText(const CellView& cell, const CellStyle& style) {
  if (!style.converters.empty()) {
    const auto found = style.converters.find(Bytes(cell.family) + ":" + Bytes(cell.qualifier));
    if (found != style.converters.end()) return Convert(cell.value, found->second);
  }
  return Convert(cell.value, style.formatter);
}

Result<std::string> CellText(const CellView& cell, const CellStyle& style) {
  const std::string time = FormatTimestamp(cell.timestamp);
  std::string text;
  if (IsDeleteMarker(cell.type)) {
    text = fmt::format("timestamp={}, type={}", time, CellTypeName(cell.type));
  } else {
    BASALT_ASSIGN_OR_RETURN(const std::string value, ValueText(cell, style));
    text = fmt::format("timestamp={}, value={}", time, value);
  }
  if (style.max_length >= 0 && text.size() > static_cast<size_t>(style.max_length)) {
    text.resize(style.max_length);
  }
  return text;
}

}  // namespace basalt::shell
