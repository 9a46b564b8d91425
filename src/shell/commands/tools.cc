// Regions, flush and compaction.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "basalt/cluster_admin.h"
#include "shell/commands/groups.h"
#include "shell/errors.h"

namespace basalt::shell {
namespace {

// "host,port,start code" without the last part.
std::string HostPortOf(const std::string& server) {
  std::string text = server.substr(0, server.rfind(','));
  if (const size_t comma = text.find(','); comma != std::string::npos) text[comma] = ':';
  return text;
}

// A table, or a region of one.
struct Target {
  TableName table;
  std::optional<RegionMetrics> region;
};

// "table,key,id.encoded." as a whole, or the encoded name alone: 32 hexadecimal digits.
bool LooksLikeRegion(std::string_view text) {
  if (text.ends_with('.') && std::ranges::count(text, ',') >= 2) return true;
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Result<Target> FindTarget(Context& context, const Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0, "Table or region name"));
  if (!LooksLikeRegion(name)) {
    BASALT_ASSIGN_OR_RETURN(const TableName table, TableName::Parse(name));
    return Target{table, std::nullopt};
  }
  BASALT_ASSIGN_OR_RETURN(const auto tables, context.admin().ListTables(context.call));
  for (const TableDescriptor& table : tables) {
    BASALT_ASSIGN_OR_RETURN(const auto regions,
                            context.admin().ListRegions(table.name(), context.call));
    for (const RegionMetrics& region : regions) {
      if (region.encoded_name == name || region.name == name ||
          ToStringBinary(region.name) == name) {
        return Target{table.name(), region};
      }
    }
  }
  return Status(StatusCode::kUnknownRegion, name);
}

Result<Value> OnRange(Context& context, const Arguments& arguments,
                      Status (Admin::*work)(const TableName&, const TableRange&,
                                            const CallOptions&)) {
  BASALT_ASSIGN_OR_RETURN(const Target target, FindTarget(context, arguments));
  TableRange range;
  range.family = arguments.Text(1);
  if (target.region) {
    range.start_row = target.region->start_key;
    range.stop_row = target.region->end_key;
  }
  BASALT_RETURN_IF_ERROR((context.admin().*work)(target.table, range, context.call));
  return Value();
}

Result<Value> Flush(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const Target target, FindTarget(context, arguments));
  BASALT_ASSIGN_OR_RETURN(const bool enabled,
                          context.admin().IsTableEnabled(target.table, context.call));
  if (!enabled) return Value();  // as in HBase: nothing is in memory
  return OnRange(context, arguments, &Admin::Flush);
}
Status CheckCompactType(const Arguments& arguments) {
  const Bytes type = arguments[2].is_nil() ? "NORMAL" : arguments.Text(2);
  if (type == "NORMAL" || type == "MOB") return {};
  return Complaint("only NORMAL or MOB accepted for type!");
}

Result<Value> Compact(Context& context, Arguments& arguments) {
  BASALT_RETURN_IF_ERROR(CheckCompactType(arguments));
  return OnRange(context, arguments, &Admin::Compact);
}
Result<Value> MajorCompact(Context& context, Arguments& arguments) {
  BASALT_RETURN_IF_ERROR(CheckCompactType(arguments));
  return OnRange(context, arguments, &Admin::MajorCompact);
}

// The client of HBase refuses to split a region at its own start.
Status CheckSplitRow(Context& context, const Target& target, const std::optional<Bytes>& row) {
  if (!row) return {};
  BASALT_ASSIGN_OR_RETURN(const auto regions,
                          context.admin().ListRegions(target.table, context.call));
  for (const RegionMetrics& region : regions) {
    const bool meant = !target.region || target.region->encoded_name == region.encoded_name;
    if (meant && region.start_key == *row) {
      return Complaint("should not give a splitkey which equals to startkey!");
    }
  }
  return {};
}

Result<Value> Split(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const Target target, FindTarget(context, arguments));
  std::optional<Bytes> row;
  if (!arguments[1].is_nil()) row = arguments.Text(1);
  BASALT_RETURN_IF_ERROR(CheckSplitRow(context, target, row));
  if (target.region) {
    BASALT_RETURN_IF_ERROR(
        context.admin().SplitRegion(target.region->encoded_name, row, context.call));
  } else {
    BASALT_RETURN_IF_ERROR(context.admin().SplitTable(target.table, row, context.call));
  }
  return Value();
}

Result<Value> MergeRegion(Context& context, Arguments& arguments) {
  std::vector<Bytes> regions;
  bool force = false;
  const auto add = [&](const Value& value) -> Status {
    if (const bool* flag = value.As<bool>()) {
      force = *flag;
      return {};
    }
    if (value.As<Bytes>() == nullptr) {
      return Complaint(
          fmt::format("Type of {} is {}, but expected String", Inspect(value), TypeName(value)));
    }
    regions.push_back(ToText(value));
    return {};
  };
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (const Array* array = arguments[i].As<Array>()) {
      for (const Value& value : *array) BASALT_RETURN_IF_ERROR(add(value));
    } else {
      BASALT_RETURN_IF_ERROR(add(arguments[i]));
    }
  }
  if (regions.size() < 2) return Complaint("Must pass at least 2 regions to merge");
  const Status status = context.admin().MergeRegions(regions, force, context.call);
  if (status.code() == StatusCode::kUnknownRegion) {
    return Complaint("Can't invoke merge on unknown region " + status.message());
  }
  BASALT_RETURN_IF_ERROR(status);
  return Value();
}

Result<Value> GetSplits(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  const auto regions = context.admin().ListRegions(name, context.call);
  // HBase finds no regions of a table that is not there.
  const bool missing = regions.status().code() == StatusCode::kTableNotFound;
  if (!regions.ok() && !missing) return regions.status();
  if (missing) {
    context.printer.Note(WithHint(fmt::format("There is no table {}.", name.ToString()),
                                  SimilarTable(context.admin(), name.ToString(), context.call)));
  }
  Array splits;
  for (const RegionMetrics& region : missing ? std::vector<RegionMetrics>() : *regions) {
    if (!region.start_key.empty()) splits.emplace_back(ToStringBinary(region.start_key));
  }
  context.printer.Line(fmt::format("Total number of splits = {}", splits.size() + 1));
  for (const Value& split : splits) context.printer.Line(ToText(split));
  return Value(std::move(splits));
}

std::string RegionText(const RegionHandle& region) {
  return fmt::format("{{ENCODED => {}, NAME => '{}', STARTKEY => '{}', ENDKEY => '{}'}}",
                     region.encoded_name, ToStringBinary(region.name),
                     ToStringBinary(region.start_key), ToStringBinary(region.end_key));
}

Value ShowRegion(Printer& printer, const std::shared_ptr<RegionHandle>& region) {
  region->host = HostPortOf(region->server);
  printer.Header({"HOST", "REGION"});
  printer.Row({region->host, RegionText(*region)});
  printer.Footer(1);
  return Value(std::shared_ptr<const RegionHandle>(region));
}

// hbase:meta has one region, which is on the server that reports it.
Result<std::shared_ptr<RegionHandle>> MetaRegion(Context& context) {
  auto region = std::make_shared<RegionHandle>();
  region->name = "hbase:meta,,1";
  region->encoded_name = "1588230740";
  BASALT_ASSIGN_OR_RETURN(const ClusterMetrics metrics,
                          context.cluster->GetClusterMetrics(context.call));
  for (const ServerMetrics& server : metrics.live_servers) {
    const bool has_it =
        std::ranges::find(server.regions, region->name, &RegionLoad::name) != server.regions.end();
    if (has_it || region->server.empty()) region->server = server.server_name;
  }
  return region;
}

Result<Value> ShowRegionInfo(Context& context, Arguments& arguments) {
  const Bytes name = arguments.Text(0);
  if (name == "1588230740" || name == "hbase:meta,,1") {
    BASALT_ASSIGN_OR_RETURN(const auto meta, MetaRegion(context));
    context.printer.Line(RegionText(*meta));
    return Value();
  }
  BASALT_ASSIGN_OR_RETURN(const Target target, FindTarget(context, arguments));
  if (!target.region) return Status(StatusCode::kUnknownRegion, name);
  context.printer.Line(RegionText({"", "", target.region->name, target.region->encoded_name,
                                   target.region->start_key, target.region->end_key}));
  return Value();
}

Result<Value> LocateRegion(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  if (arguments[1].As<Bytes>() == nullptr) {
    return Complaint(
        fmt::format("could not coerce {} to class java.lang.String", TypeName(arguments[1])));
  }
  const Bytes row = FromStringBinary(arguments.Text(1));
  if (name.ToString() == "hbase:meta") {
    BASALT_ASSIGN_OR_RETURN(const auto meta, MetaRegion(context));
    return ShowRegion(context.printer, meta);
  }
  BASALT_ASSIGN_OR_RETURN(const auto regions, context.admin().ListRegions(name, context.call));
  for (const RegionMetrics& region : regions) {
    if (row < region.start_key || (!region.end_key.empty() && row >= region.end_key)) continue;
    const auto handle = std::make_shared<RegionHandle>();
    BASALT_ASSIGN_OR_RETURN(auto servers, context.cluster->RegionServers(name, context.call));
    handle->server = servers[region.encoded_name];
    handle->name = region.name;
    handle->encoded_name = region.encoded_name;
    handle->start_key = region.start_key;
    handle->end_key = region.end_key;
    return ShowRegion(context.printer, handle);
  }
  return Status(StatusCode::kInternal, "no region holds the row " + ToStringBinary(row));
}

struct RegionColumn {
  std::string_view name;
  size_t width;
};
constexpr RegionColumn kRegionColumns[] = {
    {"SERVER_NAME", 12}, {"REGION_NAME", 12}, {"START_KEY", 10}, {"END_KEY", 10},
    {"SIZE", 5},         {"REQ", 5},          {"LOCALITY", 10}};

// A region and its server. The load is what the server last reported, and may be missing.
struct PlacedRegion {
  RegionMetrics facts;
  std::string server;
  std::optional<RegionLoad> load;
};

std::string RegionField(std::string_view column, const PlacedRegion& region) {
  if (column == "SERVER_NAME") return region.server;
  if (column == "REGION_NAME") return ToStringBinary(region.facts.name);
  if (column == "START_KEY") return ToStringBinary(region.facts.start_key);
  if (column == "END_KEY") return ToStringBinary(region.facts.end_key);
  if (!region.load) return "";
  if (column == "REQ")
    return fmt::to_string(region.load->read_request_count + region.load->write_request_count);
  if (column == "LOCALITY") return LocalityText(region.load->data_locality);
  return fmt::to_string(region.load->store_file_size_mb);
}

bool IsLoad(const RegionColumn& column) {
  return column.name == "SIZE" || column.name == "REQ" || column.name == "LOCALITY";
}

// The servers of the regions and, if requested, the regions' load.
Result<std::vector<PlacedRegion>> PlaceRegions(Context& context, const TableName& name,
                                               bool with_load) {
  BASALT_ASSIGN_OR_RETURN(auto regions, context.admin().ListRegions(name, context.call));
  std::vector<PlacedRegion> placed;
  BASALT_ASSIGN_OR_RETURN(auto servers, context.cluster->RegionServers(name, context.call));
  std::map<Bytes, RegionLoad> loads;
  if (with_load) {
    BASALT_ASSIGN_OR_RETURN(ClusterMetrics facts, context.cluster->GetClusterMetrics(context.call));
    for (ServerMetrics& server : facts.live_servers) {
      for (RegionLoad& region : server.regions) loads[region.name] = std::move(region);
    }
  }
  for (RegionMetrics& region : regions) {
    PlacedRegion& one = placed.emplace_back();
    one.server = servers[region.encoded_name];
    if (const auto load = loads.find(region.name); load != loads.end()) one.load = load->second;
    one.facts = std::move(region);
  }
  return placed;
}

// The selection of regions: the second argument of list_regions.
struct RegionChoice {
  std::string server_prefix;
  double most_locality = 1;

  bool Takes(const PlacedRegion& region) const {
    return region.server.starts_with(server_prefix) &&
           (!region.load || region.load->data_locality <= most_locality);
  }
};

Result<RegionChoice> ReadChoice(const Arguments& arguments) {
  RegionChoice choice;
  if (arguments[1].is_nil()) return choice;
  if (arguments[1].As<Hash>() == nullptr) {
    choice.server_prefix = arguments.Text(1);
    return choice;
  }
  BASALT_ASSIGN_OR_RETURN(Options options, arguments.OptionsAt(1));
  BASALT_ASSIGN_OR_RETURN(const auto server, options.TakeText("SERVER_NAME"));
  choice.server_prefix = server.value_or("");
  if (const auto threshold = options.Take("LOCALITY_THRESHOLD")) {
    const double* value = threshold->As<double>();
    if (value == nullptr) return Complaint("LOCALITY_THRESHOLD must be a float value");
    if (*value < 0 || *value > 1) {
      return Complaint("LOCALITY_THRESHOLD must be between 0 and 1.0, inclusive");
    }
    choice.most_locality = *value;
  }
  return choice;
}

Result<std::vector<RegionColumn>> ChosenColumns(const Value& value) {
  static constexpr std::string_view kPossible =
      "Possible values are SERVER_NAME, REGION_NAME, START_KEY, END_KEY, SIZE, REQ, LOCALITY.";
  if (value.is_nil()) return std::vector(std::begin(kRegionColumns), std::end(kRegionColumns));
  const Array* names = value.As<Array>();
  if (names == nullptr) {
    return Complaint(fmt::format("{} must be an array of strings. {}", ToText(value), kPossible));
  }
  std::vector<RegionColumn> chosen;
  for (const Value& item : *names) {
    std::string name = ToText(item);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    const auto* found = std::ranges::find(kRegionColumns, name, &RegionColumn::name);
    if (found == std::end(kRegionColumns)) {
      return Complaint(fmt::format("{} is not a valid column. {}", ToText(item), kPossible));
    }
    chosen.push_back(*found);
  }
  return chosen;
}

Result<Value> ListRegions(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const bool enabled, context.admin().IsTableEnabled(name, context.call));
  if (!enabled) return Complaint(fmt::format("Table {} must be enabled.", name.ToString()));
  BASALT_ASSIGN_OR_RETURN(std::vector<RegionColumn> columns, ChosenColumns(arguments[2]));
  BASALT_ASSIGN_OR_RETURN(const RegionChoice choice, ReadChoice(arguments));
  const bool with_load = std::ranges::any_of(columns, IsLoad) || choice.most_locality < 1;
  BASALT_ASSIGN_OR_RETURN(const auto regions, PlaceRegions(context, name, with_load));
  std::vector<std::vector<std::string>> rows;
  for (const PlacedRegion& region : regions) {
    if (!choice.Takes(region)) continue;
    if (with_load && !region.load) {
      context.printer.Line(fmt::format(
          "Can not find all details for region: {} , it may be disabled or in transition",
          ToStringBinary(region.facts.name)));
    }
    auto& row = rows.emplace_back();
    for (RegionColumn& column : columns) {
      row.push_back(RegionField(column.name, region));
      column.width = std::max(column.width, row.back().size());
    }
  }
  Printer& printer = context.printer;
  if (printer.structured()) {
    std::vector<std::string> names;
    for (const RegionColumn& column : columns) names.emplace_back(column.name);
    printer.Header(std::move(names));
    for (const auto& row : rows) printer.Row({row.begin(), row.end()});
    return Value();
  }
  std::string header;
  std::string rule;
  for (const RegionColumn& column : columns) {
    header += fmt::format(" {:>{}} |", column.name, column.width);
    rule += fmt::format(" {} |", std::string(column.width, '-'));
  }
  printer.Line(header);
  printer.Line(rule);
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i)
      line += fmt::format(" {:>{}} |", row[i], columns[i].width);
    printer.Line(line);
  }
  printer.Line(fmt::format(" {} rows", rows.size()));
  return Value();
}

constexpr Command kToolCommands[] = {
    {"list_regions", ListRegions, 1, 3, "Lists a table's regions.",
     R"help(  list_regions 't1'
  list_regions 't1', 'host,16020'                      on servers whose names begin so
  list_regions 't1', {SERVER_NAME => 'host', LOCALITY_THRESHOLD => 0.8}
  list_regions 't1', nil, ['REGION_NAME', 'START_KEY', 'END_KEY']

Columns: SERVER_NAME, REGION_NAME, START_KEY, END_KEY, SIZE (in MB), REQ, LOCALITY.)help",
     false},
    {"locate_region", LocateRegion, 2, 2, "Shows the region of a row.",
     "  locate_region 't1', 'r1'", false},
    {"regioninfo", ShowRegionInfo, 1, 1, "Shows a region by its name.",
     "  regioninfo 'encoded or full name of a region'", false},
    {"get_splits", GetSplits, 1, 1, "Shows the split keys of a table.", "  get_splits 't1'", true},
    {"split", Split, 1, 2, "Splits a region, or all regions of a table.",
     R"help(  split 't1'                                           each region in its middle
  split 't1', 'r5'                                     the region of this row, there
  split 'encoded or full name of a region'
  split 'encoded or full name of a region', 'r5')help",
     false},
    {"merge_region", MergeRegion, 0, kAnyNumber, "Merges two or more regions.",
     R"help(  merge_region 'first region', 'second region'         by encoded or full names
  merge_region ['first', 'second', 'third']
  merge_region 'first', 'second', true                 even when they are not neighbours)help",
     false},
    {"flush", Flush, 1, 2, "Flushes the memstore to store files.",
     "  flush 't1'\n  flush 't1', 'f1'\n  flush 'region'", true},
    {"compact", Compact, 1, 3, "Runs a minor compaction.",
     "  compact 't1'\n  compact 't1', 'f1'\n  compact 'region'\n\nReturns when the work is done.",
     false},
    {"major_compact", MajorCompact, 1, 3,
     "Runs a major compaction, which drops deleted and expired cells.",
     "  major_compact 't1'\n  major_compact 't1', 'f1'\n  major_compact 'region'\n\nReturns when "
     "the work is done.",
     false},
};

}  // namespace

std::span<const Command> ToolCommands() { return kToolCommands; }

}  // namespace basalt::shell
