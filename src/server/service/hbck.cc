// HbckService: repairs of a cluster whose parts disagree. Here a region's state in meta is its
// state, and a table's likewise: who sets one in meta changes the region or the table.
#include <algorithm>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "hbase/master.pb.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

// HBase's "no procedure".
constexpr auto kNoProcedure = static_cast<uint64_t>(-1);

// A table's regions must follow one another without holes or overlaps, from the first row to the
// last. Returns whether they do.
bool CheckChain(const catalog::Catalog& catalog, const TableName& table) {
  const auto regions = catalog.regions().Of(table);
  if (!regions.ok()) return true;  // dropped since it was listed
  Bytes expected;
  bool whole = true;
  for (const auto& region : *regions) {
    const model::RegionInfo& info = region->info();
    if (info.start_key != expected) {
      spdlog::warn("hbck: {} begins at '{}' and not at '{}'", region->encoded_name(),
                   ToStringBinary(info.start_key), ToStringBinary(expected));
      whole = false;
    }
    expected = info.end_key;
  }
  if (regions->empty() || !expected.empty()) {
    spdlog::warn("hbck: {} does not cover all rows", table.ToString());
    whole = false;
  }
  return whole;
}

bool CheckAllChains(const catalog::Catalog& catalog) {
  const auto tables = catalog.tables().List(true);
  return std::ranges::count_if(tables, [&](const auto& table) {
           return !CheckChain(catalog, table.descriptor.name());
         }) == 0;
}

Status RunHbckChore(ServerContext& context, const Call&, const pb::RunHbckChoreRequest&,
                    pb::RunHbckChoreResponse& response) {
  CheckAllChains(context.catalog());
  response.set_ran(true);
  return {};
}

Status FixMeta(ServerContext& context, const Call&, const pb::FixMetaRequest&,
               pb::FixMetaResponse&) {
  // Holes are filled when the catalog is opened, and what is split or merged is one step.
  if (CheckAllChains(context.catalog())) return {};
  return {StatusCode::kDoNotRetry,
          "hbase:meta has holes or overlaps, which the log names; stop the server and run basalt "
          "check --repair"};
}

// Opens or closes the regions there are of those named; a procedure for each.
template <typename Specifiers, typename Response>
void Transit(ServerContext& context, const Specifiers& specifiers, bool open, Response& response) {
  auto& regions = context.catalog().regions();
  for (const pb::RegionSpecifier& specifier : specifiers) {
    const auto region = regions.FindAny(specifier.value());
    if (!region.ok()) {
      spdlog::info("hbck: unknown region {}", ToStringBinary(specifier.value()));
      continue;
    }
    const uint64_t id =
        (*region)->online() == open
            ? kNoProcedure
            : context.procedures().Run(
                  ProcedureName("TransitRegionStateProcedure"), 0, 0,
                  [&](catalog::Procedure&) { return regions.SetOpen((*region)->name(), open); });
    response.add_pid(id);
  }
}

Status Assigns(ServerContext& context, const Call&, const pb::AssignsRequest& request,
               pb::AssignsResponse& response) {
  Transit(context, request.region(), true, response);
  return {};
}

Status Unassigns(ServerContext& context, const Call&, const pb::UnassignsRequest& request,
                 pb::UnassignsResponse& response) {
  Transit(context, request.region(), false, response);
  return {};
}

Status SetTableStateInMeta(ServerContext& context, const Call&,
                           const pb::SetTableStateInMetaRequest& request,
                           pb::GetTableStateResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  const auto entry = context.catalog().tables().Find(name);
  if (!entry.ok()) return {StatusCode::kTableNotFound, "No state found for " + name.ToString()};
  const auto wanted = request.table_state().state();
  if (wanted != pb::TableState::ENABLED && wanted != pb::TableState::DISABLED) {
    return {StatusCode::kDoNotRetry,
            fmt::format("A table is ENABLED or DISABLED in Basalt, and never {}",
                        pb::TableState::State_Name(wanted))};
  }
  const bool was_enabled = (*entry)->record().enabled;
  const bool enable = wanted == pb::TableState::ENABLED;
  if (enable != was_enabled) {
    BASALT_RETURN_IF_ERROR(context.catalog().tables().SetEnabled(name, enable));
  }
  response.mutable_table_state()->set_state(was_enabled ? pb::TableState::ENABLED
                                                        : pb::TableState::DISABLED);
  return {};
}

Status SetRegionStateInMeta(ServerContext& context, const Call&,
                            const pb::SetRegionStateInMetaRequest& request,
                            pb::SetRegionStateInMetaResponse& response) {
  auto& regions = context.catalog().regions();
  for (const pb::RegionSpecifierAndState& each : request.states()) {
    const Bytes& name = each.region_specifier().value();
    const auto region = regions.FindAny(name);
    if (!region.ok()) {
      return {StatusCode::kIoError,
              fmt::format("No existing state known for region '{}'.", ToStringBinary(name))};
    }
    const bool open = each.state() == pb::RegionState::OPEN;
    if (!open && each.state() != pb::RegionState::CLOSED) {
      return {StatusCode::kDoNotRetry,
              fmt::format("A region is OPEN or CLOSED in Basalt, and never {}",
                          pb::RegionState::State_Name(each.state()))};
    }
    if ((*region)->online() == open) continue;
    BASALT_RETURN_IF_ERROR(regions.SetOpen(name, open));
    auto& before = *response.add_states();
    *before.mutable_region_specifier() = each.region_specifier();
    before.set_state(open ? pb::RegionState::CLOSED : pb::RegionState::OPEN);
  }
  return {};
}

Status ScheduleServerCrashProcedure(ServerContext& context, const Call& call,
                                    const pb::ScheduleServerCrashProcedureRequest& request,
                                    pb::ScheduleServerCrashProcedureResponse& response) {
  const std::string own = ToText(context.RegionServerName(call.connection));
  for (const pb::ServerName& server : request.servername()) {
    if (ToText(server) == own) {
      return {StatusCode::kDoNotRetry, own + " has not crashed: it answers this call"};
    }
    // No other server has regions that would have to be recovered.
    response.add_pid(kNoProcedure);
  }
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
  hbck.Add("FixMeta", Lane::kPool, FixMeta);
  hbck.Add("Assigns", Lane::kPool, Assigns);
  hbck.Add("Unassigns", Lane::kPool, Unassigns);
  hbck.Add("SetTableStateInMeta", Lane::kPool, SetTableStateInMeta);
  hbck.Add("SetRegionStateInMeta", Lane::kPool, SetRegionStateInMeta);
  hbck.Add("ScheduleServerCrashProcedure", Lane::kInline, ScheduleServerCrashProcedure);
}

}  // namespace basalt::server
