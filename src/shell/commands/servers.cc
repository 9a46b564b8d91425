// The work of servers: compactions, logs, caches; the master's locks and procedures.
#include <algorithm>

#include <fmt/format.h>

#include "shell/commands/groups.h"
#include "shell/time_text.h"

namespace basalt::shell {
namespace {

// Texts one by one or in arrays.
void Flatten(const Value& value, std::vector<std::string>& into) {
  if (const Array* array = value.As<Array>()) {
    for (const Value& item : *array) Flatten(item, into);
  } else if (!value.is_nil()) {
    into.push_back(ToText(value));
  }
}

std::vector<std::string> TextsFrom(const Arguments& arguments, size_t first) {
  std::vector<std::string> texts;
  for (size_t i = first; i < arguments.size(); ++i) Flatten(arguments[i], texts);
  return texts;
}

Result<Value> CompactionSwitch(Context& context, Arguments& arguments) {
  context.printer.Header({"['SERVER'", "'PREV_STATE']"});
  const std::vector<std::string> servers = TextsFrom(arguments, 1);
  for (const std::string& server : servers) {
    if (std::ranges::count(server, ',') < 2) {
      return Complaint("Invalid ServerName format: " + server, kServerNameHint);
    }
  }
  const bool on = AsBool(arguments[0]).value_or(false);
  BASALT_ASSIGN_OR_RETURN(const auto states,
                          context.cluster->SwitchCompactions(on, servers, context.call));
  for (const auto& [server, before] : states) {
    context.printer.Row({server, before ? "true" : "false"});
  }
  context.printer.Footer(static_cast<int64_t>(states.size()));
  return Value();
}

Result<Value> CompactServer(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string server, ServerNameAt(arguments, 0));
  const bool major = AsBool(arguments[1]).value_or(false);
  BASALT_RETURN_IF_ERROR(context.cluster->CompactRegionServer(server, major, context.call));
  return Value();
}

Result<Value> ClearQueues(Context& context, Arguments& arguments) {
  std::vector<std::string> queues = TextsFrom(arguments, 1);
  if (arguments[1].is_nil()) queues = {"long", "short"};
  for (const std::string& queue : queues) {
    if (queue != "long" && queue != "short") return Complaint("Unknown queue name " + queue);
  }
  BASALT_ASSIGN_OR_RETURN(const std::string server, ServerNameAt(arguments, 0));
  BASALT_RETURN_IF_ERROR(context.cluster->ClearCompactionQueues(server, queues, context.call));
  return Value();
}

Result<Value> ClearCache(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName table, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const CacheEvictionStats stats,
                          context.cluster->ClearBlockCache(table, context.call));
  context.printer.Header(
      {fmt::format("CacheEvictionStats{{evictedBlocks={}, maxCacheSize={}, failedRegionsSize=0, "
                   "failedRegions=[]}}",
                   stats.evicted_blocks, stats.max_cache_size_bytes)});
  return Value();
}

Result<Value> RollWal(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string server, ServerNameAt(arguments, 0));
  BASALT_RETURN_IF_ERROR(context.cluster->RollWalWriter(server, context.call));
  return Value();
}

Result<Value> ClearDead(Context& context, Arguments& arguments) {
  std::vector<std::string> servers = TextsFrom(arguments, 0);
  for (const std::string& server : servers) BASALT_RETURN_IF_ERROR(CheckServerName(server));
  if (servers.empty()) {
    BASALT_ASSIGN_OR_RETURN(const ClusterMetrics metrics,
                            context.cluster->GetClusterMetrics(context.call));
    servers = metrics.dead_server_names;
  }
  BASALT_ASSIGN_OR_RETURN(const auto left,
                          context.cluster->ClearDeadServers(servers, context.call));
  if (left.empty()) {
    context.printer.Line("true");
    return Value(Array());
  }
  context.printer.Line("Some dead server clear failed");
  context.printer.Header({"SERVERNAME"});
  Array names;
  for (const std::string& server : left) {
    context.printer.Row({server});
    names.emplace_back(Bytes(server));
  }
  context.printer.Footer(static_cast<int64_t>(left.size()));
  return Value(std::move(names));
}

Result<Value> CloseRegion(Context& context, Arguments& /*arguments*/) {
  context.printer.Line("DEPRECATED!!! Use 'unassign' command instead.");
  return Value();
}

// What HBase's chore looks for cannot happen here: a region's place and state are one record.
Result<Value> RunHbckChore(Context& /*context*/, Arguments& /*arguments*/) { return Value(true); }

Result<Value> ListLocks(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const auto locks, context.cluster->ListLocks(context.call));
  Printer& printer = context.printer;
  Array list;
  for (const LockInfo& lock : locks) {
    const std::string resource = fmt::format("{}({})", lock.resource_type, lock.resource_name);
    printer.Line(resource);
    printer.Line(lock.exclusive ? fmt::format("Lock type: EXCLUSIVE, procedure: {}", lock.owner)
                                : fmt::format("Lock type: SHARED, count: {}", lock.shared_count));
    if (!lock.waiting_names.empty()) {
      printer.Header({"Waiting procedures"});
      for (const std::string& waiting : lock.waiting_names) printer.Row({waiting});
      printer.Footer(static_cast<int64_t>(lock.waiting_names.size()));
    }
    printer.Line("");
    list.emplace_back(Bytes(resource));
  }
  return Value(std::move(list));
}

Result<Value> ListProcedures(Context& context, Arguments& /*arguments*/) {
  context.printer.Header({"PID", "Name", "State", "Submitted", "Last_Update", "Parameters"});
  BASALT_ASSIGN_OR_RETURN(const auto procedures, context.cluster->ListProcedures(context.call));
  for (const ProcedureInfo& procedure : procedures) {
    context.printer.Row({static_cast<int64_t>(procedure.id), procedure.class_name, procedure.state,
                         FormatRubyTime(procedure.submitted_time_ms),
                         FormatRubyTime(procedure.last_update_time_ms), ""});
  }
  context.printer.Footer(static_cast<int64_t>(procedures.size()));
  return Value();
}

// Servers that are known by a name's beginning: host, or host and port.
Result<std::vector<std::string>> KnownServers(Context& context,
                                              const std::vector<std::string>& names) {
  BASALT_ASSIGN_OR_RETURN(const ClusterMetrics metrics,
                          context.cluster->GetClusterMetrics(context.call));
  std::vector<std::string> known;
  for (const std::string& name : names) {
    for (const ServerMetrics& server : metrics.live_servers) {
      const bool same = server.server_name == name || server.server_name.starts_with(name + ",");
      if (same) known.push_back(server.server_name);
    }
  }
  return known;
}

Result<Value> Decommission(Context& context, Arguments& arguments) {
  const Value& servers = arguments[0];
  if (servers.As<Array>() == nullptr && servers.As<Bytes>() == nullptr) {
    return Complaint(
        fmt::format("{} of {} is not of Array/String type", TypeName(servers), Inspect(servers)));
  }
  std::vector<std::string> names;
  Flatten(servers, names);
  BASALT_ASSIGN_OR_RETURN(const auto known, KnownServers(context, names));
  if (known.empty()) {
    return Complaint("Could not find any server(s) with specified name(s): " + ToText(servers));
  }
  return Complaint("the regions of the one server cannot be moved to another");
}

Result<Value> Recommission(Context& context, Arguments& arguments) {
  const Value& server = arguments[0];
  if (server.As<Bytes>() == nullptr) {
    return Complaint(
        fmt::format("{} of {} is not of String type", TypeName(server), Inspect(server)));
  }
  BASALT_ASSIGN_OR_RETURN(const auto known, KnownServers(context, {ToText(server)}));
  if (known.empty()) {
    return Complaint("Could not find any server with name " + ToText(server));
  }
  return Value();  // no server is decommissioned
}

// Calls to a directory are not timed; of a server's slow ones this client has no calls to ask.
Status CheckSlowLogKnown(Context& context) {
  if (context.connection.admin().cluster() == nullptr) return {};
  return {StatusCode::kNotSupported,
          "not offered here: this shell does not ask servers for their slow requests. HBase's own "
          "shell does, and the server's log has them."};
}

Result<Value> SlowLog(Context& context, const Arguments& arguments, std::string_view kind) {
  const Value& servers = arguments[0];
  if (servers.As<Array>() == nullptr && servers.As<Bytes>() == nullptr) {
    return Complaint(
        fmt::format("{} of {} is not of Array/String type", TypeName(servers), Inspect(servers)));
  }
  if (arguments.size() > 1 && arguments[1].As<Hash>() == nullptr) {
    return Complaint("Filter parameters are not Hash");
  }
  BASALT_RETURN_IF_ERROR(CheckSlowLogKnown(context));
  context.printer.Line(fmt::format("Retrieved {} Responses from RegionServers", kind));
  return Value();
}
Result<Value> SlowResponses(Context& context, Arguments& arguments) {
  return SlowLog(context, arguments, "SlowLog");
}
Result<Value> LargeResponses(Context& context, Arguments& arguments) {
  return SlowLog(context, arguments, "LargeLog");
}

Result<Value> ClearSlowResponses(Context& context, Arguments& arguments) {
  BASALT_RETURN_IF_ERROR(CheckSlowLogKnown(context));
  BASALT_ASSIGN_OR_RETURN(const ClusterMetrics metrics,
                          context.cluster->GetClusterMetrics(context.call));
  size_t servers = metrics.live_servers.size();
  if (!arguments[0].is_nil()) {
    BASALT_ASSIGN_OR_RETURN(const auto known, KnownServers(context, TextsFrom(arguments, 0)));
    servers = known.size();
  }
  context.printer.Line(fmt::format("Cleared Slowlog responses from 0/{} RegionServers", servers));
  return Value();
}

// With one server there is nothing to decide.
Result<Value> BalancerLog(Context& context, const Arguments& arguments, std::string_view kind) {
  if (arguments.size() > 0 && arguments[0].As<Hash>() == nullptr) {
    return Complaint("Filter parameters are not Hash");
  }
  context.printer.Line(fmt::format("Retrieved {} Responses", kind));
  return Value();
}
Result<Value> BalancerDecisions(Context& context, Arguments& arguments) {
  return BalancerLog(context, arguments, "BalancerDecision");
}
Result<Value> BalancerRejections(Context& context, Arguments& arguments) {
  return BalancerLog(context, arguments, "BalancerRejection");
}

constexpr Command kServerCommands[] = {
    {"compaction_switch", CompactionSwitch, 1, kAnyNumber,
     "Enables or disables compactions; shows the servers' previous states.",
     "  compaction_switch true\n  compaction_switch false, 'host,port,startcode'", false},
    {"compact_rs", CompactServer, 1, 2, "Compacts all regions of a server.",
     "  compact_rs 'host,port,startcode'\n  compact_rs 'host,port,startcode', true      major",
     false},
    {"clear_compaction_queues", ClearQueues, 1, 2, "Drops the compactions that wait on a server.",
     "  clear_compaction_queues 'host,port,startcode'\n  clear_compaction_queues "
     "'host,port,startcode', ['long', 'short']",
     false},
    {"clear_block_cache", ClearCache, 1, 1, "Drops a table's blocks from the servers' caches.",
     "  clear_block_cache 't1'", false},
    {"wal_roll", RollWal, 1, 1, "Begins a new file of a server's write-ahead log.",
     "  wal_roll 'host,port,startcode'", false},
    {"hlog_roll", RollWal, 1, 1, "The older name of wal_roll.", "", false},
    {"clear_deadservers", ClearDead, 0, kAnyNumber, "Makes the master forget dead servers.",
     "  clear_deadservers\n  clear_deadservers 'host,port,startcode'", false},
    {"decommission_regionservers", Decommission, 1, 2, "Marks servers that are to get no regions.",
     "", false},
    {"recommission_regionserver", Recommission, 1, 2, "Takes such a mark away.", "", false},
    {"close_region", CloseRegion, 1, 2, "Deprecated: unassign closes a region.", "", false},
    {"hbck_chore_run", RunHbckChore, 0, 0, "Runs the master's check of its records.",
     "basalt check looks for damage in a directory's catalog.", false},
    {"list_locks", ListLocks, 0, 0, "Lists the master's locks.", "", false},
    {"list_procedures", ListProcedures, 0, 0, "Lists the master's procedures.", "", false},
    {"get_slowlog_responses", SlowResponses, 1, 2,
     "Shows slow requests. Of a directory, there are none.", "", false},
    {"get_largelog_responses", LargeResponses, 1, 2,
     "Shows large requests. Of a directory, there are none.", "", false},
    {"clear_slowlog_responses", ClearSlowResponses, 0, 1, "Forgets slow requests.", "", false},
    {"get_balancer_decisions", BalancerDecisions, 0, 1, "Shows what the balancer decided.", "",
     false},
    {"get_balancer_rejections", BalancerRejections, 0, 1, "Shows what the balancer did not do.", "",
     false},
};

}  // namespace

Status CheckServerName(std::string_view server) {
  const size_t comma = server.find(',');
  if (comma == std::string_view::npos) {
    // What Java says when HBase's class looks for a comma.
    return Complaint(fmt::format("begin 0, end -1, length {}", server.size()), kServerNameHint);
  }
  return {};
}

Result<std::string> ServerNameAt(const Arguments& arguments, size_t index) {
  std::string server = arguments.Text(index);
  BASALT_RETURN_IF_ERROR(CheckServerName(server));
  return server;
}

std::span<const Command> ServerCommands() { return kServerCommands; }

}  // namespace basalt::shell
