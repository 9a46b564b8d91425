// Switches of the work a master does by itself, and that work on demand. With one server there is
// nothing to balance; the other chores are Basalt's own.
#include "hbase/master.pb.h"
#include "server/region_chores.h"
#include "server/service/master_context.h"
#include "server/service/master_support.h"
#include "server/service/master_verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status SetBalancerRunning(Control& control, const Call&,
                          const pb::SetBalancerRunningRequest& request,
                          pb::SetBalancerRunningResponse& response) {
  response.set_prev_balance_value(control.node.switches.balancer.exchange(request.on()));
  return {};
}

Status IsBalancerEnabled(Control& control, const Call&, const pb::IsBalancerEnabledRequest&,
                         pb::IsBalancerEnabledResponse& response) {
  response.set_enabled(control.node.switches.balancer);
  return {};
}

Status Balance(Control& control, const Call&, const pb::BalanceRequest& request,
               pb::BalanceResponse& response) {
  response.set_balancer_ran(control.node.switches.balancer || request.dry_run());
  response.set_moves_calculated(0);
  response.set_moves_executed(0);
  return {};
}

std::atomic<bool>& SwitchOf(Control& control, pb::MasterSwitchType type) {
  return type == pb::MERGE ? control.node.switches.merges : control.node.switches.splits;
}

Status SetSplitOrMergeEnabled(Control& control, const Call&,
                              const pb::SetSplitOrMergeEnabledRequest& request,
                              pb::SetSplitOrMergeEnabledResponse& response) {
  for (const int type : request.switch_types()) {
    auto& its_switch = SwitchOf(control, static_cast<pb::MasterSwitchType>(type));
    response.add_prev_value(its_switch.exchange(request.enabled()));
  }
  return {};
}

Status IsSplitOrMergeEnabled(Control& control, const Call&,
                             const pb::IsSplitOrMergeEnabledRequest& request,
                             pb::IsSplitOrMergeEnabledResponse& response) {
  response.set_enabled(SwitchOf(control, request.switch_type()));
  return {};
}

Status SetNormalizerRunning(Control& control, const Call&,
                            const pb::SetNormalizerRunningRequest& request,
                            pb::SetNormalizerRunningResponse& response) {
  response.set_prev_normalizer_value(control.node.switches.normalizer.exchange(request.on()));
  return {};
}

Status IsNormalizerEnabled(Control& control, const Call&, const pb::IsNormalizerEnabledRequest&,
                           pb::IsNormalizerEnabledResponse& response) {
  response.set_enabled(control.node.switches.normalizer);
  return {};
}

// The tables a client wants to be normalized: those named, or all that match.
Result<std::vector<TableName>> TablesOf(const Control& control,
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
  for (const auto& record : control.catalog().tables().List()) {
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

Status Normalize(Control& control, const Call&, const pb::NormalizeRequest& request,
                 pb::NormalizeResponse& response) {
  const bool on = control.node.switches.normalizer;
  if (on) {
    BASALT_ASSIGN_OR_RETURN(const auto tables, TablesOf(control, request));
    control.node.region_chores->Normalize(tables);
  }
  response.set_normalizer_ran(on);
  return {};
}

Status EnableCatalogJanitor(Control& control, const Call&,
                            const pb::EnableCatalogJanitorRequest& request,
                            pb::EnableCatalogJanitorResponse& response) {
  response.set_prev_value(control.node.switches.catalog_janitor.exchange(request.enable()));
  return {};
}

Status IsCatalogJanitorEnabled(Control& control, const Call&,
                               const pb::IsCatalogJanitorEnabledRequest&,
                               pb::IsCatalogJanitorEnabledResponse& response) {
  response.set_value(control.node.switches.catalog_janitor);
  return {};
}

Status RunCatalogScan(Control& control, const Call&, const pb::RunCatalogScanRequest&,
                      pb::RunCatalogScanResponse&) {
  // How many rows went is not counted; clients read the missing number as 0.
  return control.catalog().regions().CleanParents();
}

Status SetCleanerChoreRunning(Control& control, const Call&,
                              const pb::SetCleanerChoreRunningRequest& request,
                              pb::SetCleanerChoreRunningResponse& response) {
  response.set_prev_value(control.node.switches.cleaner_chore.exchange(request.on()));
  return {};
}

Status IsCleanerChoreEnabled(Control& control, const Call&, const pb::IsCleanerChoreEnabledRequest&,
                             pb::IsCleanerChoreEnabledResponse& response) {
  response.set_value(control.node.switches.cleaner_chore);
  return {};
}

Status RunCleanerChore(Control& control, const Call&, const pb::RunCleanerChoreRequest&,
                       pb::RunCleanerChoreResponse& response) {
  // The engine deletes files as they fall out of use: there is never a rest to clean.
  response.set_cleaner_chore_ran(control.node.switches.cleaner_chore);
  return {};
}

Status SwitchSnapshotCleanup(Control& control, const Call&,
                             const pb::SetSnapshotCleanupRequest& request,
                             pb::SetSnapshotCleanupResponse& response) {
  response.set_prev_snapshot_cleanup(
      control.node.switches.snapshot_cleanup.exchange(request.enabled()));
  return {};
}

Status IsSnapshotCleanupEnabled(Control& control, const Call&,
                                const pb::IsSnapshotCleanupEnabledRequest&,
                                pb::IsSnapshotCleanupEnabledResponse& response) {
  response.set_enabled(control.node.switches.snapshot_cleanup);
  return {};
}

// Without quotas HBase's throttle switches stay where they are.
Status SwitchRpcThrottle(Control& control, const Call&, const pb::SwitchRpcThrottleRequest&,
                         pb::SwitchRpcThrottleResponse& response) {
  response.set_previous_rpc_throttle_enabled(control.node.switches.rpc_throttle);
  return {};
}

Status IsRpcThrottleEnabled(Control& control, const Call&, const pb::IsRpcThrottleEnabledRequest&,
                            pb::IsRpcThrottleEnabledResponse& response) {
  response.set_rpc_throttle_enabled(control.node.switches.rpc_throttle);
  return {};
}

Status SwitchExceedThrottleQuota(Control& control, const Call&,
                                 const pb::SwitchExceedThrottleQuotaRequest&,
                                 pb::SwitchExceedThrottleQuotaResponse& response) {
  response.set_previous_exceed_throttle_quota_enabled(control.node.switches.exceed_throttle_quota);
  return {};
}

}  // namespace

void RegisterSwitchVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control) {
  Registrar master(verbs, kMasterService, control);
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
  master.Add("SwitchRpcThrottle", Lane::kInline, SwitchRpcThrottle);
  master.Add("IsRpcThrottleEnabled", Lane::kInline, IsRpcThrottleEnabled);
  master.Add("SwitchExceedThrottleQuota", Lane::kInline, SwitchExceedThrottleQuota);
}

}  // namespace basalt::server
