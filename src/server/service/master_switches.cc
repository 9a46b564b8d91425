// Switches of the work a master does by itself, and that work on demand. With one server there is
// nothing to balance; the other chores are Basalt's own.
#include "hbase/master.pb.h"
#include "server/region_chores.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status SetBalancerRunning(ServerContext& context, const Call&,
                          const pb::SetBalancerRunningRequest& request,
                          pb::SetBalancerRunningResponse& response) {
  response.set_prev_balance_value(context.switches().balancer.exchange(request.on()));
  return {};
}

Status IsBalancerEnabled(ServerContext& context, const Call&, const pb::IsBalancerEnabledRequest&,
                         pb::IsBalancerEnabledResponse& response) {
  response.set_enabled(context.switches().balancer);
  return {};
}

Status Balance(ServerContext& context, const Call&, const pb::BalanceRequest& request,
               pb::BalanceResponse& response) {
  response.set_balancer_ran(context.switches().balancer || request.dry_run());
  response.set_moves_calculated(0);
  response.set_moves_executed(0);
  return {};
}

std::atomic<bool>& SwitchOf(ServerContext& context, pb::MasterSwitchType type) {
  auto& regions = context.catalog().regions();
  return type == pb::MERGE ? regions.merge_switch() : regions.split_switch();
}

Status SetSplitOrMergeEnabled(ServerContext& context, const Call&,
                              const pb::SetSplitOrMergeEnabledRequest& request,
                              pb::SetSplitOrMergeEnabledResponse& response) {
  for (const int type : request.switch_types()) {
    auto& its_switch = SwitchOf(context, static_cast<pb::MasterSwitchType>(type));
    response.add_prev_value(its_switch.exchange(request.enabled()));
  }
  return {};
}

Status IsSplitOrMergeEnabled(ServerContext& context, const Call&,
                             const pb::IsSplitOrMergeEnabledRequest& request,
                             pb::IsSplitOrMergeEnabledResponse& response) {
  response.set_enabled(SwitchOf(context, request.switch_type()));
  return {};
}

Status SetNormalizerRunning(ServerContext& context, const Call&,
                            const pb::SetNormalizerRunningRequest& request,
                            pb::SetNormalizerRunningResponse& response) {
  response.set_prev_normalizer_value(context.switches().normalizer.exchange(request.on()));
  return {};
}

Status IsNormalizerEnabled(ServerContext& context, const Call&,
                           const pb::IsNormalizerEnabledRequest&,
                           pb::IsNormalizerEnabledResponse& response) {
  response.set_enabled(context.switches().normalizer);
  return {};
}

// The tables a client wants to be normalized: those named, or all that match.
Result<std::vector<TableName>> TablesOf(const ServerContext& context,
                                        const pb::NormalizeRequest& request) {
  std::vector<TableName> tables;
  for (const pb::TableName& message : request.table_names()) {
    BASALT_ASSIGN_OR_RETURN(auto name, wire::ParseTableName(message));
    tables.push_back(std::move(name));
  }
  if (!tables.empty()) return tables;
  std::optional<filter::NamePattern> pattern;
  if (request.has_regex()) {
    BASALT_ASSIGN_OR_RETURN(auto parsed, filter::NamePattern::Parse(request.regex()));
    pattern.emplace(std::move(parsed));
  }
  for (const auto& record : context.catalog().tables().List()) {
    const TableName& name = record.descriptor.name();
    if (request.has_namespace_() && name.ns() != request.namespace_()) continue;
    if (pattern) {
      BASALT_ASSIGN_OR_RETURN(const bool matches, MatchesTable(*pattern, name));
      if (!matches) continue;
    }
    tables.push_back(name);
  }
  return tables;
}

Status Normalize(ServerContext& context, const Call&, const pb::NormalizeRequest& request,
                 pb::NormalizeResponse& response) {
  const bool on = context.switches().normalizer;
  if (on) {
    BASALT_ASSIGN_OR_RETURN(const auto tables, TablesOf(context, request));
    context.region_chores().Normalize(tables);
  }
  response.set_normalizer_ran(on);
  return {};
}

Status EnableCatalogJanitor(ServerContext& context, const Call&,
                            const pb::EnableCatalogJanitorRequest& request,
                            pb::EnableCatalogJanitorResponse& response) {
  response.set_prev_value(context.switches().catalog_janitor.exchange(request.enable()));
  return {};
}

Status IsCatalogJanitorEnabled(ServerContext& context, const Call&,
                               const pb::IsCatalogJanitorEnabledRequest&,
                               pb::IsCatalogJanitorEnabledResponse& response) {
  response.set_value(context.switches().catalog_janitor);
  return {};
}

Status RunCatalogScan(ServerContext& context, const Call&, const pb::RunCatalogScanRequest&,
                      pb::RunCatalogScanResponse&) {
  // Removed rows are not counted; clients read the missing number as 0.
  return context.catalog().regions().CleanParents();
}

Status SetCleanerChoreRunning(ServerContext& context, const Call&,
                              const pb::SetCleanerChoreRunningRequest& request,
                              pb::SetCleanerChoreRunningResponse& response) {
  response.set_prev_value(context.switches().cleaner_chore.exchange(request.on()));
  return {};
}

Status IsCleanerChoreEnabled(ServerContext& context, const Call&,
                             const pb::IsCleanerChoreEnabledRequest&,
                             pb::IsCleanerChoreEnabledResponse& response) {
  response.set_value(context.switches().cleaner_chore);
  return {};
}

Status RunCleanerChore(ServerContext& context, const Call&, const pb::RunCleanerChoreRequest&,
                       pb::RunCleanerChoreResponse& response) {
  // The engine deletes files as soon as they are unused: nothing is left to clean.
  response.set_cleaner_chore_ran(context.switches().cleaner_chore);
  return {};
}

Status SwitchSnapshotCleanup(ServerContext& context, const Call&,
                             const pb::SetSnapshotCleanupRequest& request,
                             pb::SetSnapshotCleanupResponse& response) {
  response.set_prev_snapshot_cleanup(
      context.switches().snapshot_cleanup.exchange(request.enabled()));
  return {};
}

Status IsSnapshotCleanupEnabled(ServerContext& context, const Call&,
                                const pb::IsSnapshotCleanupEnabledRequest&,
                                pb::IsSnapshotCleanupEnabledResponse& response) {
  response.set_enabled(context.switches().snapshot_cleanup);
  return {};
}

}  // namespace

void RegisterSwitchVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("SetBalancerRunning", Lane::kInline, SetBalancerRunning);
  master.Add("IsBalancerEnabled", Lane::kInline, IsBalancerEnabled);
  master.Add("Balance", Lane::kInline, Balance);
  master.Add("SetSplitOrMergeEnabled", Lane::kInline, SetSplitOrMergeEnabled);
  master.Add("IsSplitOrMergeEnabled", Lane::kInline, IsSplitOrMergeEnabled);
  master.Add("SetNormalizerRunning", Lane::kInline, SetNormalizerRunning);
  master.Add("IsNormalizerEnabled", Lane::kInline, IsNormalizerEnabled);
  master.Add("Normalize", Lane::kPool, Normalize);
  master.Add("EnableCatalogJanitor", Lane::kInline, EnableCatalogJanitor);
  master.Add("IsCatalogJanitorEnabled", Lane::kInline, IsCatalogJanitorEnabled);
  master.Add("RunCatalogScan", Lane::kPool, RunCatalogScan);
  master.Add("SetCleanerChoreRunning", Lane::kInline, SetCleanerChoreRunning);
  master.Add("IsCleanerChoreEnabled", Lane::kInline, IsCleanerChoreEnabled);
  master.Add("RunCleanerChore", Lane::kInline, RunCleanerChore);
  master.Add("SwitchSnapshotCleanup", Lane::kInline, SwitchSnapshotCleanup);
  master.Add("IsSnapshotCleanupEnabled", Lane::kInline, IsSnapshotCleanupEnabled);
}

}  // namespace basalt::server
