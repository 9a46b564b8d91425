// Quotas: setting them, the switches of throttles, and what is known of space quotas.
#include "hbase/master.pb.h"
#include "hbase/quota.pb.h"
#include "quota/quota_manager.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"
#include "wire/quota_codec.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status SetQuota(ServerContext& context, const Call&, const pb::SetQuotaRequest& request,
                pb::SetQuotaResponse&) {
  return context.quotas().Set(request);
}

Status GetSpaceQuotaRegionSizes(ServerContext& context, const Call&,
                                const pb::GetSpaceQuotaRegionSizesRequest&,
                                pb::GetSpaceQuotaRegionSizesResponse& response) {
  for (const auto& [table, bytes] : context.quotas().space().Sizes()) {
    auto& size = *response.add_sizes();
    wire::FillTableName(table, *size.mutable_table_name());
    size.set_size(bytes);
  }
  return {};
}

template <typename List>
void FillSnapshots(const quota::SpaceQuotas::Snapshots& snapshots, List& list) {
  for (const auto& [table, snapshot] : snapshots) {
    auto& one = *list.Add();
    wire::FillTableName(table, *one.mutable_table_name());
    *one.mutable_snapshot() = wire::SpaceSnapshotMessage(snapshot);
  }
}

Status GetQuotaStates(ServerContext& context, const Call&, const pb::GetQuotaStatesRequest&,
                      pb::GetQuotaStatesResponse& response) {
  FillSnapshots(context.quotas().space().Tables(), *response.mutable_table_snapshots());
  for (const auto& [ns, snapshot] : context.quotas().space().Namespaces()) {
    auto& one = *response.add_ns_snapshots();
    one.set_namespace_(ns);
    *one.mutable_snapshot() = wire::SpaceSnapshotMessage(snapshot);
  }
  return {};
}

// What a region server enforces.
Status GetSpaceQuotaSnapshots(ServerContext& context, const Call&,
                              const pb::GetSpaceQuotaSnapshotsRequest&,
                              pb::GetSpaceQuotaSnapshotsResponse& response) {
  FillSnapshots(context.quotas().space().Enforced(), *response.mutable_snapshots());
  return {};
}

Status SwitchRpcThrottle(ServerContext& context, const Call&,
                         const pb::SwitchRpcThrottleRequest& request,
                         pb::SwitchRpcThrottleResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const bool before,
                          context.quotas().SwitchRpcThrottle(request.rpc_throttle_enabled()));
  response.set_previous_rpc_throttle_enabled(before);
  return {};
}

Status IsRpcThrottleEnabled(ServerContext& context, const Call&,
                            const pb::IsRpcThrottleEnabledRequest&,
                            pb::IsRpcThrottleEnabledResponse& response) {
  response.set_rpc_throttle_enabled(context.quotas().rpc_throttle_enabled());
  return {};
}

Status SwitchExceedThrottleQuota(ServerContext& context, const Call&,
                                 const pb::SwitchExceedThrottleQuotaRequest& request,
                                 pb::SwitchExceedThrottleQuotaResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const bool before, context.quotas().SwitchExceedThrottle(
                                                 request.exceed_throttle_quota_enabled()));
  response.set_previous_exceed_throttle_quota_enabled(before);
  return {};
}

}  // namespace

void RegisterQuotaVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("SetQuota", Lane::kPool, SetQuota);
  master.Add("GetSpaceQuotaRegionSizes", Lane::kInline, GetSpaceQuotaRegionSizes);
  master.Add("GetQuotaStates", Lane::kInline, GetQuotaStates);
  master.Add("SwitchRpcThrottle", Lane::kPool, SwitchRpcThrottle);
  master.Add("IsRpcThrottleEnabled", Lane::kInline, IsRpcThrottleEnabled);
  master.Add("SwitchExceedThrottleQuota", Lane::kPool, SwitchExceedThrottleQuota);
  Registrar admin(verbs, kAdminService, context);
  admin.Add("GetSpaceQuotaSnapshots", Lane::kInline, GetSpaceQuotaSnapshots);
}

}  // namespace basalt::server
