#include "server/service/master_support.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include "model/names.h"
#include "server/compaction_queue.h"
#include "server/region_chores.h"

namespace basalt::server {

std::string ProcedureName(std::string_view word) {
  const std::string_view package =
      word.starts_with("Split") || word.starts_with("Merge") || word.starts_with("Transit")
          ? "assignment"
          : "procedure";
  return fmt::format("org.apache.hadoop.hbase.master.{}.{}", package, word);
}

Status OutcomeOf(const ServerContext& context, uint64_t procedure) {
  const auto entry = context.procedures().Find(procedure);
  return entry && entry->outcome ? *entry->outcome : Status();
}

Status StopByRpc(ServerContext& context, const Call& call, const std::string& reason) {
  const ConnectionInfo& client = call.connection;
  if (!context.config()->allow_stop_by_rpc) {
    SPDLOG_WARN("a request of {} from {} to stop the server was refused", client.user, client.peer);
    return {StatusCode::kAccessDenied,
            fmt::format("Clients may not stop this server (user '{}'). Send SIGTERM to its "
                        "process, or set server.allow_stop_by_rpc = true and reload the settings",
                        client.user)};
  }
  context.RequestStop(fmt::format("{} ({} from {})", reason, client.user, client.peer));
  return {};
}

std::string StateText(const TableName& name, bool enabled) {
  return fmt::format("tableName={}, state={}", name.ToString(), enabled ? "ENABLED" : "DISABLED");
}

Result<std::shared_ptr<catalog::TableEntry>> FindEnabledTable(const ServerContext& context,
                                                              const TableName& name) {
  BASALT_ASSIGN_OR_RETURN(auto entry, context.catalog().tables().Find(name));
  if (!entry->record().enabled) return Status(StatusCode::kTableNotEnabled, name.ToString());
  return entry;
}

std::string ListText(const std::vector<Bytes>& names) {
  return fmt::format("[{}]", fmt::join(names, ", "));
}

Status CheckFamilies(const TableDescriptor& table, const std::vector<Bytes>& families) {
  std::vector<Bytes> unknown;
  std::ranges::copy_if(families, std::back_inserter(unknown),
                       [&](const Bytes& family) { return table.FindFamily(family) == nullptr; });
  if (unknown.empty()) return {};
  return {StatusCode::kNoSuchColumnFamily, fmt::format("Column families {} don't exist in table {}",
                                                       ListText(unknown), table.name().ToString())};
}

Status FlushWholeTable(ServerContext& context, const TableName& name,
                       const std::vector<Bytes>& families) {
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindEnabledTable(context, name));
  BASALT_RETURN_IF_ERROR(CheckFamilies(entry->record().descriptor, families));
  const auto cells = entry->CellsInAnyState();
  if (families.empty()) BASALT_RETURN_IF_ERROR(cells->Flush({}));
  for (const Bytes& family : families) BASALT_RETURN_IF_ERROR(cells->Flush({family, {}, {}}));
  BASALT_ASSIGN_OR_RETURN(const auto regions, context.catalog().regions().Of(name));
  const int64_t now = context.clock().NowMs();
  for (const auto& region : regions) context.compactions().tracker().NoteFlush(region, now);
  context.region_chores().Wake();
  return {};
}

Result<bool> MatchesTable(filter::NamePattern& pattern, const TableName& name) {
  BASALT_ASSIGN_OR_RETURN(const bool matches, pattern.Matches(name.ToString()));
  if (matches || name.ns() != model::kDefaultNamespace) return matches;
  return pattern.Matches(
      fmt::format("{}{}{}", name.ns(), model::kNamespaceDelimiter, name.qualifier()));
}

}  // namespace basalt::server
