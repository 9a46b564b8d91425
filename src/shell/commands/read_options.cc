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

// The option's value, or what there is without it. HBase compares it with `least`, which Ruby does
// not do with text.
Result<int32_t> TakeSmall(Options& options, std::string_view key, int32_t otherwise,
                          int32_t least = 0) {
  const auto value = options.Take(key);
  if (!value) return otherwise;
  if (value->As<int64_t>() == nullptr && value->As<double>() == nullptr) {
    return Complaint(fmt::format("comparison of {} with {} failed", TypeName(*value), least),
                     fmt::format("{} must be a number, not {}.", key, Inspect(*value)));
  }
  BASALT_ASSIGN_OR_RETURN(const int64_t number, AsLong(*value));
  return Small(key, number);
}

// What Ruby's value[index] is for a TIMERANGE: an entry of an array, or a bit of a number.
Result<int64_t> TimeBound(const Value& range, size_t index) {
  if (const Array* bounds = range.As<Array>()) {
    return AsLong(index < bounds->size() ? (*bounds)[index] : Value());
  }
  if (const int64_t* bits = range.As<int64_t>()) return *bits >> index & 1;
  return AsLong(range);
}

Status TakeTimes(Options& options, Query& query) {
  if (const auto timestamp = options.Take("TIMESTAMP")) {
    BASALT_ASSIGN_OR_RETURN(const int64_t time, AsLong(*timestamp));
    BASALT_ASSIGN_OR_RETURN(const TimeRange moment, TimeRange::At(time));
    query.SetTimeRange(moment);
  }
  const auto range = options.Take("TIMERANGE");
  if (!range) return {};
  BASALT_ASSIGN_OR_RETURN(const int64_t from, TimeBound(*range, 0));
  BASALT_ASSIGN_OR_RETURN(const int64_t to, TimeBound(*range, 1));
  BASALT_ASSIGN_OR_RETURN(const TimeRange times, TimeRange::Of(from, to));
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

struct Enumeration {
  std::string_view key;
  std::string_view java_class;
  std::vector<std::string_view> names;
};

// Options without effect where each region has one copy, and reads see what is committed.
Status TakeIgnored(Options& options) {
  static const Enumeration kEnumerations[] = {
      {"CONSISTENCY", "client.Consistency", {"STRONG", "TIMELINE"}},
      {"ISOLATION_LEVEL", "client.IsolationLevel", {"READ_COMMITTED", "READ_UNCOMMITTED"}},
      {"READ_TYPE", "client.Scan.ReadType", {"DEFAULT", "STREAM", "PREAD"}}};
  for (const Enumeration& known : kEnumerations) {
    BASALT_ASSIGN_OR_RETURN(const auto text, options.TakeText(known.key));
    if (text && std::ranges::find(known.names, *text) == known.names.end()) {
      return NoEnumConstant(known.java_class, *text, known.names);
    }
  }
  if (const auto attributes = options.Take("ATTRIBUTES")) {
    if (attributes->As<Hash>() == nullptr) return Complaint("Attributes must be a Hash type");
  }
  // Without visibility labels everything may be read.
  if (const auto labels = options.Take("AUTHORIZATIONS")) {
    if (labels->As<Array>() == nullptr) return Complaint("Authorizations must be a Array type");
  }
  BASALT_ASSIGN_OR_RETURN(const auto replica, options.TakeInteger("REGION_REPLICA_ID"));
  if (replica.value_or(0) != 0)
    return Complaint("regions have no replicas: REGION_REPLICA_ID is 0");
  return {};
}

Status TakeStyle(Options& options, CellStyle& style) {
  BASALT_ASSIGN_OR_RETURN(const auto length, options.TakeInteger("MAXLENGTH"));
  style.max_length = length.value_or(-1);
  BASALT_ASSIGN_OR_RETURN(const auto format, options.TakeText("FORMATTER"));
  if (format) {
    if (!IsConverter(*format)) {
      return Complaint(
          fmt::format("undefined method `{}' for class `#<Class:0x1b28cdfa>'", *format),
          "There are toStringBinary, toString, toInt, toLong, toShort, toFloat, "
          "toDouble, toBoolean, toHex.");
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
                          TakeSmall(options, "VERSIONS", query.max_versions(), 1));
  query.ReadVersions(versions);
  BASALT_RETURN_IF_ERROR(TakeTimes(options, query));
  BASALT_RETURN_IF_ERROR(TakeStyle(options, style));
  BASALT_RETURN_IF_ERROR(TakeFilter(options, query));
  return TakeIgnored(options);
}

Status CheckGetOptions(const Hash& options) {
  Hash rest = options;
  for (const std::string_view key : {"MAXLENGTH", "FILTER", "CONSISTENCY", "REGION_REPLICA_ID",
                                     "FORMATTER", "FORMATTER_CLASS"}) {
    rest.Erase(key);
  }
  if (rest.empty()) return {};
  const auto given = [&](std::string_view key) {
    const Value* value = rest.Find(key);
    return value != nullptr && value->Truthy();
  };
  for (const std::string_view key : {"COLUMN", "COLUMNS"}) {
    if (!given(key)) continue;
    const Value& columns = *rest.Find(key);
    if (columns.As<Bytes>() != nullptr || columns.As<Array>() != nullptr) return {};
    return Complaint(fmt::format("Failed parse column argument type {}, Hash", Inspect(rest)));
  }
  if (given("ATTRIBUTES") || given("AUTHORIZATIONS") || given("TIMESTAMP") || given("TIMERANGE")) {
    return {};
  }
  return Complaint(fmt::format("Failed parse of {}, Hash", Inspect(rest)),
                   "get needs columns with these options: COLUMN => 'f:q'.");
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

Status ReadScanOptions(std::string_view command, Options& options, Scan& scan, CellStyle& style,
                       Printer& printer) {
  for (const std::string_view key : {"COLUMNS", "COLUMN"}) {
    const Value* columns = options.rest().Find(key);
    if (columns == nullptr || columns->is_nil()) continue;
    if (columns->As<Bytes>() == nullptr && columns->As<Array>() == nullptr) {
      return Complaint("COLUMNS must be specified as a String or an Array");
    }
  }
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
  if (const auto text = options.IgnoredText(command, ScanOptionNames()); !text.empty()) {
    printer.Note(text);
  }
  return {};
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
