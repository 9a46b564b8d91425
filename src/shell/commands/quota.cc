// Quotas: set_quota, the lists and the switches of throttles.
#include "basalt/quota.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "basalt/quota_admin.h"
#include "shell/commands/groups.h"

namespace basalt::shell {
namespace {

// HBase's only name of region servers in quotas.
constexpr std::string_view kAllServers = "all";

Status BadArgument(std::string message) { return Complaint(std::move(message)); }

std::string Lowered(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// "10m" is 10, "m".
struct Quantity {
  uint64_t number = 0;
  std::string unit;
};
std::optional<Quantity> ParseQuantity(std::string_view text) {
  Quantity quantity;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), quantity.number);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  quantity.unit = std::string(end, text.data() + text.size());
  return quantity;
}

// The bytes of a size such as 10m; nullopt for another unit, or none.
std::optional<uint64_t> BytesOf(const Quantity& quantity) {
  constexpr std::string_view kUnits = "bkmgtp";
  if (quantity.unit.size() != 1) return std::nullopt;
  const size_t power = kUnits.find(quantity.unit[0]);
  if (power == std::string_view::npos) return std::nullopt;
  const size_t shift = 10 * power;
  if (quantity.number > (UINT64_MAX >> shift)) return std::nullopt;
  return quantity.number << shift;
}

Result<ThrottleType> FindThrottleType(const std::string& name) {
  if (const auto type = ParseThrottleType(name)) return *type;
  return Status(
      StatusCode::kInvalidArgument,
      fmt::format("No enum constant org.apache.hadoop.hbase.quotas.ThrottleType.{}", name));
}

// "10req/sec", "5M/min", "3cu/hour" of the type REQUEST, READ or WRITE.
Result<ThrottleLimit> ParseLimit(const std::string& text, const std::string& type) {
  const Status wrong = BadArgument("Invalid throttle limit syntax");
  const std::string lowered = Lowered(text);
  const size_t slash = lowered.find('/');
  if (slash == std::string::npos) return wrong;
  const auto quantity = ParseQuantity(lowered.substr(0, slash));
  if (!quantity) return wrong;
  ThrottleLimit limit;
  std::string_view suffix = "_SIZE";
  if (quantity->unit == "req") {
    limit.limit = quantity->number;
    suffix = "_NUMBER";
  } else if (quantity->unit == "cu") {
    limit.limit = quantity->number;
    suffix = "_CAPACITY_UNIT";
  } else {
    const auto bytes = BytesOf(*quantity);
    if (!bytes) return wrong;
    limit.limit = *bytes;
  }
  const std::string unit = lowered.substr(slash + 1);
  if (unit == "sec") {
    limit.unit = QuotaTimeUnit::kSeconds;
  } else if (unit == "min") {
    limit.unit = QuotaTimeUnit::kMinutes;
  } else if (unit == "hour") {
    limit.unit = QuotaTimeUnit::kHours;
  } else if (unit == "day") {
    limit.unit = QuotaTimeUnit::kDays;
  } else {
    return wrong;
  }
  BASALT_ASSIGN_OR_RETURN(limit.type, FindThrottleType(type + std::string(suffix)));
  if (limit.limit == 0) return BadArgument("Invalid throttle limit, must be greater than 0");
  return limit;
}

Status CheckNothingLeft(const Options& options) {
  if (options.rest().empty()) return {};
  return BadArgument("Unexpected arguments: " + Inspect(Value(options.rest())));
}

// USER with or without TABLE or NAMESPACE, TABLE, NAMESPACE, or REGIONSERVER.
Result<QuotaOwner> TakeOwner(Options& options) {
  QuotaOwner owner;
  BASALT_ASSIGN_OR_RETURN(owner.user, options.TakeText("USER"));
  if (options.Has("TABLE")) {
    BASALT_ASSIGN_OR_RETURN(const auto name, options.TakeText("TABLE"));
    BASALT_ASSIGN_OR_RETURN(owner.table, TableName::Parse(name.value_or("")));
  } else if (options.Has("NAMESPACE")) {
    BASALT_ASSIGN_OR_RETURN(owner.ns, options.TakeText("NAMESPACE"));
  } else if (!owner.user && options.Has("REGIONSERVER")) {
    // HBase has quotas of all servers, and none of a single one.
    (void)options.Take("REGIONSERVER");
    owner.region_server = std::string(kAllServers);
  } else if (!owner.user) {
    return Complaint("One of USER, TABLE, NAMESPACE or REGIONSERVER must be specified");
  }
  return owner;
}

Result<QuotaScope> TakeScope(Options& options) {
  BASALT_ASSIGN_OR_RETURN(const auto text, options.TakeText("SCOPE"));
  const std::string scope = Lowered(text.value_or("machine"));
  if (scope == "machine") return QuotaScope::kMachine;
  if (scope == "cluster") return QuotaScope::kCluster;
  return BadArgument("Invalid throttle scope, must be either CLUSTER or MACHINE");
}

Status SetThrottle(Context& context, Options& options, const std::string& limit_text) {
  BASALT_ASSIGN_OR_RETURN(const auto type, options.TakeText("THROTTLE_TYPE"));
  BASALT_ASSIGN_OR_RETURN(ThrottleLimit limit, ParseLimit(limit_text, type.value_or("REQUEST")));
  BASALT_ASSIGN_OR_RETURN(limit.scope, TakeScope(options));
  BASALT_ASSIGN_OR_RETURN(const QuotaOwner owner, TakeOwner(options));
  if (owner.region_server && limit.scope == QuotaScope::kCluster) {
    return BadArgument("Invalid region server throttle scope, must be MACHINE");
  }
  BASALT_RETURN_IF_ERROR(CheckNothingLeft(options));
  return context.admin().quotas().Throttle(owner, limit, context.call);
}

Status RemoveThrottle(Context& context, Options& options) {
  BASALT_ASSIGN_OR_RETURN(const auto name, options.TakeText("THROTTLE_TYPE"));
  std::optional<ThrottleType> type;
  if (name) {
    BASALT_ASSIGN_OR_RETURN(type, FindThrottleType(*name));
  }
  BASALT_ASSIGN_OR_RETURN(const QuotaOwner owner, TakeOwner(options));
  BASALT_RETURN_IF_ERROR(CheckNothingLeft(options));
  return context.admin().quotas().Unthrottle(owner, type, context.call);
}

Result<QuotaOwner> TakeSpaceOwner(Options& options) {
  if (options.Has("TABLE") && options.Has("NAMESPACE")) {
    return BadArgument("Only one of TABLE or NAMESPACE can be specified.");
  }
  if (!options.Has("TABLE") && !options.Has("NAMESPACE")) {
    return BadArgument("One of TABLE or NAMESPACE must be specified.");
  }
  return TakeOwner(options);
}

Result<uint64_t> ParseSpace(const Value& value) {
  if (const auto number = value.As<int64_t>()) {
    if (*number <= 0) return BadArgument("Invalid space limit, must be greater than 0");
    return static_cast<uint64_t>(*number);
  }
  auto quantity = ParseQuantity(Lowered(ToText(value)));
  if (quantity && quantity->unit.empty()) quantity->unit = "b";
  const auto bytes = quantity ? BytesOf(*quantity) : std::nullopt;
  if (!bytes) return BadArgument("Invalid size limit syntax");
  if (*bytes == 0) return BadArgument("Invalid space limit, must be greater than 0");
  return *bytes;
}

Status SetSpace(Context& context, Options& options, const Value& limit_value) {
  if (!options.Has("POLICY")) return BadArgument("Expected a POLICY to be provided");
  SpaceLimit limit;
  BASALT_ASSIGN_OR_RETURN(limit.limit_bytes, ParseSpace(limit_value));
  BASALT_ASSIGN_OR_RETURN(const auto name, options.TakeText("POLICY"));
  const auto policy = ParseSpaceViolationPolicy(name.value_or(""));
  if (!policy) {
    return {StatusCode::kInvalidArgument,
            fmt::format("No enum constant org.apache.hadoop.hbase.quotas.SpaceViolationPolicy.{}",
                        name.value_or(""))};
  }
  limit.policy = *policy;
  BASALT_ASSIGN_OR_RETURN(const QuotaOwner owner, TakeSpaceOwner(options));
  return context.admin().quotas().LimitSpace(owner, limit, context.call);
}

Status RemoveSpace(Context& context, Options& options) {
  BASALT_ASSIGN_OR_RETURN(const QuotaOwner owner, TakeSpaceOwner(options));
  return context.admin().quotas().RemoveSpaceLimit(owner, context.call);
}

Status SetBypass(Context& context, Options& options) {
  BASALT_ASSIGN_OR_RETURN(const auto bypass, options.TakeBool("GLOBAL_BYPASS"));
  BASALT_ASSIGN_OR_RETURN(const auto user, options.TakeText("USER"));
  if (!user) return Complaint("Expected USER");
  BASALT_RETURN_IF_ERROR(CheckNothingLeft(options));
  return context.admin().quotas().BypassGlobals(*user, bypass.value_or(false), context.call);
}

Result<Value> SetQuota(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(Options options, arguments.OptionsAt(0));
  if (!options.Has("TYPE")) {
    if (!options.Has("GLOBAL_BYPASS")) return Complaint("Expected TYPE argument");
    BASALT_RETURN_IF_ERROR(SetBypass(context, options));
    return Value();
  }
  BASALT_ASSIGN_OR_RETURN(const auto type, options.TakeText("TYPE"));
  const auto limit = options.Take("LIMIT");
  const bool remove = limit && ToText(*limit) == "NONE";
  if (type == "THROTTLE") {
    BASALT_RETURN_IF_ERROR(remove ? RemoveThrottle(context, options)
                                  : SetThrottle(context, options, limit ? ToText(*limit) : ""));
  } else if (type == "SPACE") {
    if (!limit) return BadArgument("Expected a LIMIT to be provided");
    BASALT_RETURN_IF_ERROR(remove ? RemoveSpace(context, options)
                                  : SetSpace(context, options, *limit));
  } else {
    return Complaint("Invalid TYPE argument. got " + type.value_or(""));
  }
  return Value();
}

Result<Value> ListQuotas(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(Options options, arguments.OptionsAt(0));
  context.printer.Header({"OWNER", "QUOTAS"});
  QuotaFilter filter;
  BASALT_ASSIGN_OR_RETURN(const auto limit, options.TakeInteger("LIMIT"));
  BASALT_ASSIGN_OR_RETURN(const auto user, options.TakeText("USER"));
  BASALT_ASSIGN_OR_RETURN(const auto table, options.TakeText("TABLE"));
  BASALT_ASSIGN_OR_RETURN(const auto ns, options.TakeText("NAMESPACE"));
  filter.user = user.value_or("");
  filter.table = table.value_or("");
  filter.ns = ns.value_or("");
  BASALT_RETURN_IF_ERROR(CheckNothingLeft(options));
  // Where there is no hbase:quota, HBase's shell lists nothing.
  const auto list = context.admin().quotas().ListQuotas(filter, context.call);
  if (!list.ok() && list.status().code() != StatusCode::kTableNotFound) return list.status();
  for (const QuotaSettings& each : list.ok() ? *list : std::vector<QuotaSettings>()) {
    if (limit.value_or(0) > 0 && context.printer.row_count() >= *limit) break;
    context.printer.Row({each.owner.ToString(), each.ToString()});
  }
  context.printer.Footer(context.printer.row_count());
  return Value();
}

Result<Value> ListTableSizes(Context& context, Arguments& /*arguments*/) {
  context.printer.Header({"TABLE", "SIZE"});
  BASALT_ASSIGN_OR_RETURN(const auto sizes, context.admin().quotas().TableSizes(context.call));
  for (const auto& [table, bytes] : sizes) {
    context.printer.Row({table.ToString(), static_cast<int64_t>(bytes)});
  }
  context.printer.Footer(context.printer.row_count());
  return Value();
}

Result<Value> ListQuotaSnapshots(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(Options options, arguments.OptionsAt(0));
  BASALT_ASSIGN_OR_RETURN(const auto table, options.TakeText("TABLE"));
  BASALT_ASSIGN_OR_RETURN(const auto ns, options.TakeText("NAMESPACE"));
  BASALT_ASSIGN_OR_RETURN(const auto server, options.TakeText("REGIONSERVER"));
  context.printer.Header({"TABLE", "USAGE", "LIMIT", "IN_VIOLATION", "POLICY"});
  BASALT_ASSIGN_OR_RETURN(const auto snapshots,
                          context.admin().quotas().ListSnapshots(server, context.call));
  for (const auto& [name, snapshot] : snapshots) {
    if ((table && name.qualifier() != *table) || (ns && name.ns() != *ns)) continue;
    context.printer.Row({name.ToString(), static_cast<int64_t>(snapshot.usage_bytes),
                         static_cast<int64_t>(snapshot.limit_bytes),
                         snapshot.violation ? "true" : "false",
                         snapshot.violation ? SpaceViolationPolicyName(*snapshot.violation)
                                            : std::string_view("None")});
  }
  context.printer.Footer(context.printer.row_count());
  return Value();
}

Result<Value> ListSnapshotSizes(Context& context, Arguments& /*arguments*/) {
  context.printer.Header({"SNAPSHOT", "SIZE"});
  BASALT_ASSIGN_OR_RETURN(const auto sizes, context.admin().quotas().SnapshotSizes(context.call));
  for (const auto& [snapshot, bytes] : sizes) {
    context.printer.Row({snapshot, static_cast<int64_t>(bytes)});
  }
  context.printer.Footer(context.printer.row_count());
  return Value();
}

template <bool kOn>
Result<Value> SwitchThrottle(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const bool before,
                          context.admin().quotas().SwitchRpcThrottle(kOn, context.call));
  context.printer.Row({fmt::format("Previous rpc throttle state : {}", before)});
  return Value(before);
}

template <bool kOn>
Result<Value> SwitchExceed(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const bool before,
                          context.admin().quotas().SwitchExceedThrottleQuota(kOn, context.call));
  context.printer.Row({fmt::format("Previous exceed throttle quota enabled : {}", before)});
  return Value(before);
}

constexpr Command kQuotaCommands[] = {
    {"set_quota", SetQuota, 1, 1, "Sets or removes a throttle or a space quota.",
     R"help(  set_quota TYPE => THROTTLE, USER => 'u1', LIMIT => '10req/sec'
  set_quota TYPE => THROTTLE, THROTTLE_TYPE => READ, USER => 'u1', TABLE => 't1', LIMIT => '5M/min'
  set_quota TYPE => THROTTLE, NAMESPACE => 'ns1', LIMIT => '100CU/hour', SCOPE => CLUSTER
  set_quota TYPE => THROTTLE, REGIONSERVER => 'all', LIMIT => '30000req/sec'
  set_quota TYPE => THROTTLE, USER => 'u1', LIMIT => NONE
  set_quota TYPE => THROTTLE, THROTTLE_TYPE => READ_SIZE, TABLE => 't1', LIMIT => NONE
  set_quota USER => 'u1', GLOBAL_BYPASS => true
  set_quota TYPE => SPACE, TABLE => 't1', LIMIT => '1G', POLICY => NO_INSERTS
  set_quota TYPE => SPACE, NAMESPACE => 'ns1', LIMIT => '50T', POLICY => NO_WRITES
  set_quota TYPE => SPACE, TABLE => 't1', LIMIT => NONE

Types of throttles: READ, WRITE, REQUEST (both). Limits: requests (req), bytes (B, K, M, G, T, P) or
capacity units (CU) per sec, min, hour or day. Policies: NO_INSERTS, NO_WRITES,
NO_WRITES_COMPACTIONS, DISABLE.)help",
     false},
    {"list_quotas", ListQuotas, 0, 1, "Lists the quotas that are set.",
     R"help(  list_quotas
  list_quotas USER => 'bob.*', TABLE => 't1'
  list_quotas NAMESPACE => 'ns.*')help",
     false},
    {"list_quota_table_sizes", ListTableSizes, 0, 0,
     "Lists the sizes of tables as space quotas count them.", "  list_quota_table_sizes", false},
    {"list_quota_snapshots", ListQuotaSnapshots, 0, 1,
     "Lists tables with a space quota: size, limit, policy in effect.",
     R"help(  list_quota_snapshots
  list_quota_snapshots({TABLE => 'table1'})
  list_quota_snapshots({REGIONSERVER => 'server1.domain,16020,1483482894742'}))help",
     false},
    {"list_snapshot_sizes", ListSnapshotSizes, 0, 0,
     "Lists the bytes that snapshots of tables with a space quota hold alone.",
     "  list_snapshot_sizes", false},
    {"enable_rpc_throttle", SwitchThrottle<true>, 0, 0, "Switches all throttles on.",
     "  enable_rpc_throttle", false},
    {"disable_rpc_throttle", SwitchThrottle<false>, 0, 0, "Switches all throttles off.",
     "  disable_rpc_throttle", false},
    {"enable_exceed_throttle_quota", SwitchExceed<true>, 0, 0,
     "Lets requests exceed throttles while the region servers' has enough.",
     "  enable_exceed_throttle_quota", false},
    {"disable_exceed_throttle_quota", SwitchExceed<false>, 0, 0,
     "Requests do not exceed throttles any more.", "  disable_exceed_throttle_quota", false},
};

}  // namespace

std::span<const Command> QuotaCommands() { return kQuotaCommands; }

Status PrintQuotas(Context& context, const QuotaFilter& filter) {
  const TableName quota_table = *TableName::Parse("hbase:quota");
  BASALT_ASSIGN_OR_RETURN(const bool has_quotas,
                          context.admin().TableExists(quota_table, context.call));
  if (!has_quotas) {
    context.printer.Line("Quota is disabled");
    return {};
  }
  // HBase's shell does not ask for meta's, and has an empty line at different places.
  if (filter.table == "hbase:meta") return {};
  if (filter.ns.empty()) context.printer.Line("");
  context.printer.Header({"QUOTAS"});
  if (!filter.ns.empty()) context.printer.Line("");
  BASALT_ASSIGN_OR_RETURN(const auto list,
                          context.admin().quotas().ListQuotas(filter, context.call));
  for (const QuotaSettings& each : list) context.printer.Row({each.ToString()});
  context.printer.Footer(context.printer.row_count());
  return {};
}

}  // namespace basalt::shell
