// Peers of replication, as far as they can be shown.
#include <fmt/format.h>

#include "shell/commands/groups.h"

namespace basalt::shell {
namespace {

// Ruby prints nothing for a value that is missing.
std::string Flag(bool value) { return value ? "true" : "false"; }

Result<Value> ListPeers(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const auto peers, context.cluster->ListReplicationPeers(context.call));
  context.printer.Header({"PEER_ID", "CLUSTER_KEY", "ENDPOINT_CLASSNAME", "STATE", "REPLICATE_ALL",
                          "NAMESPACES", "TABLE_CFS", "BANDWIDTH", "SERIAL"});
  for (const ReplicationPeerInfo& peer : peers) {
    context.printer.Row({peer.id, peer.cluster_key, peer.endpoint_class_name,
                         peer.enabled ? "ENABLED" : "DISABLED", Flag(peer.replicate_all),
                         peer.namespaces, peer.table_families, peer.bandwidth, Flag(peer.serial)});
  }
  context.printer.Footer(static_cast<int64_t>(peers.size()));
  return JavaObject("JavaUtil::ArrayList");
}

Result<Value> ListPeerConfigs(Context& context, Arguments& /*arguments*/) {
  BASALT_ASSIGN_OR_RETURN(const auto peers, context.cluster->ListReplicationPeers(context.call));
  for (const ReplicationPeerInfo& peer : peers) {
    context.printer.Row({"PeerId", peer.id});
    if (!peer.cluster_key.empty()) context.printer.Row({"Cluster Key", peer.cluster_key});
    if (!peer.endpoint_class_name.empty()) {
      context.printer.Row({"Replication Endpoint", peer.endpoint_class_name});
    }
    context.printer.Line(" ");
  }
  return peers.empty() ? Value(Hash()) : JavaObject("JavaUtil::HashMap");
}

// Families whose changes are sent to peers.
Result<Value> ListReplicatedTables(Context& context, Arguments& arguments) {
  const std::string regex = arguments[0].is_nil() ? ".*" : arguments.Text(0);
  BASALT_ASSIGN_OR_RETURN(auto pattern, ParsePattern(regex));
  BASALT_ASSIGN_OR_RETURN(const auto tables, context.admin().ListTables(context.call));
  Printer& printer = context.printer;
  printer.Header({"TABLE:COLUMNFAMILY", "ReplicationType"}, 32);
  for (const TableDescriptor& table : tables) {
    BASALT_ASSIGN_OR_RETURN(const bool matches, pattern.Matches(table.name().ToString()));
    if (!matches) continue;
    for (const FamilyDescriptor& family : table.families()) {
      if (family.replication_scope() == 0) continue;
      printer.Row(
          {fmt::format("{}:{}", table.name().ToString(), ToStringBinary(family.name())), "GLOBAL"});
    }
  }
  printer.Footer(printer.row_count());
  return Value();
}

constexpr Command kReplicationCommands[] = {
    {"list_peers", ListPeers, 0, 0, "Lists the peers that changes are replicated to.", "", false},
    {"list_peer_configs", ListPeerConfigs, 0, 0, "Shows the settings of all peers.", "", false},
    {"list_replicated_tables", ListReplicatedTables, 0, 1,
     "Lists the families whose REPLICATION_SCOPE is not 0.",
     "  list_replicated_tables\n  list_replicated_tables 'abc.*'", false},
};

}  // namespace

std::span<const Command> ReplicationCommands() { return kReplicationCommands; }

}  // namespace basalt::shell
