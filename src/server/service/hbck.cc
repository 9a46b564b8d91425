// HbckService: repairs of a cluster whose parts disagree. Basalt's regions are one record each, so
// most of what is repaired here cannot break; the check itself is done.
#include <spdlog/spdlog.h>

#include "hbase/master.pb.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

// A table's regions must follow one another without holes or overlaps, from the first row to the
// last.
void CheckChain(const catalog::Catalog& catalog, const TableName& table) {
  const auto regions = catalog.regions().Of(table);
  if (!regions.ok()) return;  // dropped since it was listed
  Bytes expected;
  for (const auto& region : *regions) {
    const model::RegionInfo& info = region->info();
    if (info.start_key != expected) {
      spdlog::warn("hbck: {} begins at '{}' and not at '{}'", region->encoded_name(),
                   ToStringBinary(info.start_key), ToStringBinary(expected));
    }
    expected = info.end_key;
  }
  if (regions->empty() || !expected.empty()) {
    spdlog::warn("hbck: {} does not cover all rows", table.ToString());
  }
}

Status RunHbckChore(ServerContext& context, const Call&, const pb::RunHbckChoreRequest&,
                    pb::RunHbckChoreResponse& response) {
  for (const auto& table : context.catalog().tables().List(true)) {
    CheckChain(context.catalog(), table.descriptor.name());
  }
  response.set_ran(true);
  return {};
}

Status BypassProcedure(ServerContext&, const Call&, const pb::BypassProcedureRequest& request,
                       pb::BypassProcedureResponse& response) {
  // Only a stuck procedure can be bypassed, and procedures here never get stuck.
  for (int i = 0; i < request.proc_id_size(); ++i) response.add_bypassed(false);
  return {};
}

Status ScheduleScpsForUnknownServers(ServerContext&, const Call&,
                                     const pb::ScheduleSCPsForUnknownServersRequest&,
                                     pb::ScheduleSCPsForUnknownServersResponse&) {
  return {};  // no server is unknown
}

}  // namespace

void RegisterHbckVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar hbck(verbs, "HbckService", context);
  hbck.Add("RunHbckChore", Lane::kPool, RunHbckChore);
  hbck.Add("BypassProcedure", Lane::kInline, BypassProcedure);
  hbck.Add("ScheduleSCPsForUnknownServers", Lane::kInline, ScheduleScpsForUnknownServers);
  hbck.Refuse({"SetTableStateInMeta", "SetRegionStateInMeta", "Assigns", "Unassigns",
               "ScheduleServerCrashProcedure", "FixMeta"});
}

}  // namespace basalt::server
