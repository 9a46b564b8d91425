#include "shell/command.h"

#include <algorithm>

#include "shell/commands/groups.h"
#include "shell/errors.h"

namespace basalt::shell {

Result<std::unique_ptr<Table>> Context::OpenTable(std::string_view name) const {
  BASALT_ASSIGN_OR_RETURN(const TableName table, TableName::Parse(name));
  return connection.GetTable(table, call);
}

Status Cancelled() { return {StatusCode::kCancelled, "Interrupted"}; }

Status Complaint(std::string message) { return {StatusCode::kInvalidArgument, std::move(message)}; }

Status Complaint(const std::string& message, std::string_view hint) {
  return {StatusCode::kInvalidArgument, WithHint(message, hint)};
}

std::span<const CommandGroup> CommandGroups() {
  static const CommandGroup kGroups[] = {
      {"general", "General", GeneralCommands()},
      {"ddl", "Tables and their families", TableCommands()},
      {"namespace", "Namespaces", NamespaceCommands()},
      {"read", "Reading", ReadCommands()},
      {"write", "Writing", WriteCommands()},
      {"tools", "Regions, flush and compaction", ToolCommands()},
      {"snapshots", "Snapshots", SnapshotCommands()},
      {"cluster", "Servers of a cluster, and the master's own work", ClusterCommands()},
      {"quotas", "Quotas", QuotaCommands()},
      {"servers", "The work of servers, locks and procedures", ServerCommands()},
      {"replication", "Replication to peers", ReplicationCommands()},
      {"security", "Users, labels and groups of servers, which are not available",
       UnavailableCommands()},
  };
  return kGroups;
}

const Command* FindCommand(std::string_view name) {
  if (name == "desc") name = "describe";
  if (name == "quit") name = "exit";
  for (const CommandGroup& group : CommandGroups()) {
    const auto found = std::ranges::find(group.commands, name, &Command::name);
    if (found != group.commands.end()) return &*found;
  }
  return nullptr;
}

}  // namespace basalt::shell
