// Commands on servers, and switches of the master's chores.
#include <fmt/format.h>

#include "basalt/cluster_admin.h"
#include "shell/commands/groups.h"

namespace basalt::shell {
namespace {

// Prints the value, and returns it.
Result<Value> Tell(Context& context, bool value) {
  context.printer.Line(value ? "true" : "false");
  return Value(value);
}

// Java's Boolean.valueOf: what is not "true" is false.
bool Wanted(const Value& value) { return AsBool(value).value_or(false); }

Result<Value> AskChore(Context& context, Chore chore) {
  BASALT_ASSIGN_OR_RETURN(const bool on, context.cluster->IsOn(chore, context.call));
  return Tell(context, on);
}

Result<Value> SwitchChore(Context& context, const Value& value, Chore chore,
                          std::string_view name = {}) {
  BASALT_ASSIGN_OR_RETURN(const bool before,
                          context.cluster->Switch(chore, Wanted(value), context.call));
  if (name.empty()) return Tell(context, before);
  context.printer.Line(fmt::format("Previous {} state : {}", name, before));
  return Value(before);
}

Result<Chore> SplitOrMerge(const Arguments& arguments) {
  const Bytes type = arguments.Text(0);
  if (type == "SPLIT") return Chore::kSplits;
  if (type == "MERGE") return Chore::kMerges;
  return Complaint("only SPLIT or MERGE accepted for type!");
}

template <Chore kChore>
Result<Value> Enabled(Context& context, Arguments& /*arguments*/) {
  return AskChore(context, kChore);
}
template <Chore kChore>
Result<Value> SwitchIt(Context& context, Arguments& arguments) {
  return SwitchChore(context, arguments[0], kChore);
}
Result<Value> BalanceSwitch(Context& context, Arguments& arguments) {
  return SwitchChore(context, arguments[0], Chore::kBalancer, "balancer");
}
Result<Value> SnapshotCleanupSwitch(Context& context, Arguments& arguments) {
  return SwitchChore(context, arguments[0], Chore::kSnapshotCleanup, "snapshot cleanup");
}
Result<Value> SplitOrMergeEnabled(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const Chore chore, SplitOrMerge(arguments));
  return AskChore(context, chore);
}
Result<Value> SplitOrMergeSwitch(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const Chore chore, SplitOrMerge(arguments));
  return SwitchChore(context, arguments[1], chore);
}

Result<Value> RunBalancer(Context& context, Arguments& arguments) {
  if (!arguments[0].is_nil() && arguments.Text(0) != "force") {
    return Complaint(fmt::format("Invalid argument {}.", arguments.Text(0)));
  }
  BASALT_ASSIGN_OR_RETURN(const BalanceResponse outcome, context.cluster->Balance(context.call));
  if (outcome.balancer_ran) {
    context.printer.Line("Balancer ran");
    context.printer.Line(fmt::format("Moves calculated: {}, moves executed: {}",
                                     outcome.moves_calculated, outcome.moves_executed));
  } else {
    context.printer.Line("Balancer did not run. See logs for details.");
  }
  return Value(outcome.balancer_ran);
}

Result<Value> RunNormalizer(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const bool ran, context.cluster->Normalize(context.call));
  return Tell(context, ran);
}

Result<Value> RunCatalogJanitor(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const int64_t rows, context.cluster->RunCatalogJanitor(context.call));
  return Value(rows);
}

Result<Value> RunCleaner(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const bool ran, context.cluster->RunCleaner(context.call));
  return Value(ran);
}

Result<Value> InMaintenanceMode(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const bool it_is,
                          context.cluster->IsMasterInMaintenanceMode(context.call));
  return Tell(context, it_is);
}

Result<Value> PrintNames(Context& context, std::string header,
                         const std::vector<std::string>& names) {
  context.printer.Header({std::move(header)});
  for (const std::string& name : names) context.printer.Row({name});
  context.printer.Footer(static_cast<int64_t>(names.size()));
  return Value();
}

Result<Value> LiveServers(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const ClusterMetrics facts,
                          context.cluster->GetClusterMetrics(context.call));
  std::vector<std::string> names;
  for (const ServerMetrics& server : facts.live_servers) names.push_back(server.server_name);
  return PrintNames(context, "SERVERNAME", names);
}

Result<Value> DeadServers(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const ClusterMetrics facts,
                          context.cluster->GetClusterMetrics(context.call));
  return PrintNames(context, "SERVERNAME", facts.dead_server_names);
}

Result<Value> UnknownServers(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const ClusterMetrics facts,
                          context.cluster->GetClusterMetrics(context.call));
  return PrintNames(context, "SERVERNAME", facts.unknown_server_names);
}

Result<Value> Decommissioned(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const auto names,
                          context.cluster->ListDecommissionedRegionServers(context.call));
  return PrintNames(context, "DECOMMISSIONED REGION SERVERS", names);
}

Result<Value> InTransition(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const ClusterMetrics facts,
                          context.cluster->GetClusterMetrics(context.call));
  for (const std::string& region : facts.regions_in_transition) context.printer.Line(region);
  context.printer.Footer(static_cast<int64_t>(facts.regions_in_transition.size()));
  return Value();
}

Result<Value> Move(Context& context, Arguments& arguments) {
  BASALT_RETURN_IF_ERROR(
      context.cluster->MoveRegion(arguments.Text(0), arguments.Text(1), context.call));
  return Value();
}

Result<Value> Assign(Context& context, Arguments& arguments) {
  BASALT_RETURN_IF_ERROR(context.cluster->AssignRegion(arguments.Text(0), context.call));
  return Value();
}

Result<Value> Unassign(Context& context, Arguments& arguments) {
  BASALT_RETURN_IF_ERROR(context.cluster->UnassignRegion(arguments.Text(0), context.call));
  return Value();
}

Result<Value> UpdateConfig(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string server, ServerNameAt(arguments, 0));
  BASALT_RETURN_IF_ERROR(context.cluster->UpdateConfiguration(server, context.call));
  return Value();
}

Result<Value> UpdateAllConfig(Context& context, Arguments& /*arguments*/) {
  BASALT_RETURN_IF_ERROR(context.cluster->UpdateConfiguration({}, context.call));
  return Value();
}

Result<Value> ShowCompactionState(Context& context, Arguments& arguments) {
  static constexpr std::string_view kNames[] = {"NONE", "MINOR", "MAJOR", "MAJOR_AND_MINOR"};
  BASALT_ASSIGN_OR_RETURN(const TableName name, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const CompactionState state,
                          context.cluster->GetCompactionState(name, context.call));
  const std::string_view text = kNames[static_cast<size_t>(state)];
  context.printer.Line(text);
  return Value(Bytes(text));
}

constexpr Command kClusterCommands[] = {
    {"list_liveservers", LiveServers, 0, 0, "Lists the live servers.", "", false},
    {"list_deadservers", DeadServers, 0, 0, "Lists the dead servers.", "", false},
    {"list_unknownservers", UnknownServers, 0, 0, "Lists servers that only hbase:meta refers to.",
     "", false},
    {"list_decommissioned_regionservers", Decommissioned, 0, 0,
     "Lists the servers that are to get no regions.", "", false},
    {"rit", InTransition, 0, 0, "Lists the regions in transition.", "", false},
    {"is_in_maintenance_mode", InMaintenanceMode, 0, 0,
     "Tells whether the master is in maintenance mode.", "", false},
    {"balancer", RunBalancer, 0, 1, "Runs the balancer, which distributes regions over servers.",
     "", false},
    {"balance_switch", BalanceSwitch, 1, 1,
     "Enables or disables the balancer; returns the previous state.", "  balance_switch true",
     false},
    {"balancer_enabled", Enabled<Chore::kBalancer>, 0, 0, "Tells whether the balancer is enabled.",
     "", false},
    {"normalize", RunNormalizer, 0, 0, "Runs the normalizer, which evens out the sizes of regions.",
     "", false},
    {"normalizer_switch", SwitchIt<Chore::kNormalizer>, 1, 1,
     "Enables or disables the normalizer; returns the previous state.", "  normalizer_switch true",
     false},
    {"normalizer_enabled", Enabled<Chore::kNormalizer>, 0, 0,
     "Tells whether the normalizer is enabled.", "", false},
    {"splitormerge_switch", SplitOrMergeSwitch, 2, 2,
     "Enables or disables splits or merges of regions.",
     "  splitormerge_switch 'SPLIT', true\n  splitormerge_switch 'MERGE', false", false},
    {"splitormerge_enabled", SplitOrMergeEnabled, 1, 1,
     "Tells whether splits or merges are enabled.", "  splitormerge_enabled 'SPLIT'", false},
    {"catalogjanitor_run", RunCatalogJanitor, 0, 0,
     "Runs the catalog janitor, which cleans up hbase:meta.", "", false},
    {"catalogjanitor_switch", SwitchIt<Chore::kCatalogJanitor>, 1, 1,
     "Enables or disables the catalog janitor; returns the previous state.",
     "  catalogjanitor_switch true", false},
    {"catalogjanitor_enabled", Enabled<Chore::kCatalogJanitor>, 0, 0,
     "Tells whether the catalog janitor is enabled.", "", false},
    {"cleaner_chore_run", RunCleaner, 0, 0, "Runs the cleaner chore, which removes unused files.",
     "", false},
    {"cleaner_chore_switch", SwitchIt<Chore::kCleaner>, 1, 1,
     "Enables or disables the cleaner chore; returns the previous state.",
     "  cleaner_chore_switch true", false},
    {"cleaner_chore_enabled", Enabled<Chore::kCleaner>, 0, 0,
     "Tells whether the cleaner chore is enabled.", "", false},
    {"snapshot_cleanup_switch", SnapshotCleanupSwitch, 1, 1,
     "Enables or disables the cleanup of expired snapshots; returns the previous state.",
     "  snapshot_cleanup_switch true", false},
    {"snapshot_cleanup_enabled", Enabled<Chore::kSnapshotCleanup>, 0, 0,
     "Tells whether expired snapshots are cleaned up.", "", false},
    {"move", Move, 1, 2, "Moves a region to another server.",
     R"help(  move 'encoded name'                                  to a server the master chooses
  move 'encoded name', 'host,port,startcode')help",
     false},
    {"assign", Assign, 1, 1, "Assigns a region to a server.", "  assign 'region'", false},
    {"unassign", Unassign, 1, 2, "Takes a region offline until it is assigned again.",
     "  unassign 'region'", false},
    {"update_config", UpdateConfig, 1, 1,
     "Makes a server read its settings again; those that may change take effect.",
     "  update_config 'host,port,startcode'", false},
    {"update_all_config", UpdateAllConfig, 0, 0, "The same for all servers.", "", false},
    {"compaction_state", ShowCompactionState, 1, 1,
     "Shows which compactions of a table are running.", "  compaction_state 't1'", false},
};

}  // namespace

std::span<const Command> ClusterCommands() { return kClusterCommands; }

}  // namespace basalt::shell
