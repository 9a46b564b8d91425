#include "client/remote/remote_quota_admin.h"

#include "client/remote/attempts.h"
#include "client/remote/remote_table.h"
#include "client/remote/server_names.h"
#include "hbase/master.pb.h"
#include "hbase/quota.pb.h"
#include "wire/descriptor_messages.h"
#include "wire/quota_codec.h"

namespace basalt::client {
namespace {

namespace pb = hbase::pb;

}  // namespace

RemoteQuotaAdmin::RemoteQuotaAdmin(std::shared_ptr<Cluster> cluster)
    : QuotaReader([cluster](const TableName& name) -> Result<std::unique_ptr<Table>> {
        return std::unique_ptr<Table>(std::make_unique<RemoteTable>(cluster, name));
      }),
      servers_(cluster) {}

Status RemoteQuotaAdmin::Set(const QuotaOwner& owner, pb::SetQuotaRequest& request,
                             const CallOptions& options) {
  if (owner.user) request.set_user_name(*owner.user);
  if (owner.table) wire::FillTableName(*owner.table, *request.mutable_table_name());
  if (owner.ns) request.set_namespace_(*owner.ns);
  if (owner.region_server) request.set_region_server(*owner.region_server);
  pb::SetQuotaResponse response;
  return servers_->CallMaster("SetQuota", request, response, options);
}

Status RemoteQuotaAdmin::Throttle(const QuotaOwner& owner, const ThrottleLimit& limit,
                                  const CallOptions& options) {
  pb::SetQuotaRequest request;
  request.mutable_throttle()->set_type(static_cast<pb::ThrottleType>(limit.type));
  pb::TimedQuota& quota = *request.mutable_throttle()->mutable_timed_quota();
  quota.set_time_unit(static_cast<pb::TimeUnit>(limit.unit));
  quota.set_soft_limit(limit.limit);
  quota.set_scope(static_cast<pb::QuotaScope>(limit.scope));
  return Set(owner, request, options);
}

Status RemoteQuotaAdmin::Unthrottle(const QuotaOwner& owner, std::optional<ThrottleType> type,
                                    const CallOptions& options) {
  pb::SetQuotaRequest request;
  pb::ThrottleRequest& throttle = *request.mutable_throttle();
  if (type) throttle.set_type(static_cast<pb::ThrottleType>(*type));
  return Set(owner, request, options);
}

Status RemoteQuotaAdmin::LimitSpace(const QuotaOwner& owner, const SpaceLimit& limit,
                                    const CallOptions& options) {
  pb::SetQuotaRequest request;
  pb::SpaceQuota& quota = *request.mutable_space_limit()->mutable_quota();
  quota.set_soft_limit(limit.limit_bytes);
  quota.set_violation_policy(static_cast<pb::SpaceViolationPolicy>(limit.policy));
  return Set(owner, request, options);
}

Status RemoteQuotaAdmin::RemoveSpaceLimit(const QuotaOwner& owner, const CallOptions& options) {
  pb::SetQuotaRequest request;
  request.mutable_space_limit()->mutable_quota()->set_remove(true);
  return Set(owner, request, options);
}

Status RemoteQuotaAdmin::BypassGlobals(const std::string& user, bool bypass,
                                       const CallOptions& options) {
  pb::SetQuotaRequest request;
  request.set_bypass_globals(bypass);
  return Set({.user = user}, request, options);
}

Result<std::map<TableName, SpaceQuotaSnapshot>> RemoteQuotaAdmin::ListSnapshots(
    const std::optional<std::string>& region_server, const CallOptions& options) {
  if (!region_server) return QuotaReader::ListSnapshots(region_server, options);
  BASALT_ASSIGN_OR_RETURN(const pb::ServerName server, ParseServerName(*region_server));
  const Attempts attempts(servers_->options(), options);
  pb::GetSpaceQuotaSnapshotsResponse response;
  BASALT_RETURN_IF_ERROR(servers_->channels().Call(
      HostPort{server.host_name(), static_cast<uint16_t>(server.port())}, kAdminService,
      "GetSpaceQuotaSnapshots", pb::GetSpaceQuotaSnapshotsRequest(), attempts.context(), response));
  std::map<TableName, SpaceQuotaSnapshot> snapshots;
  for (const auto& each : response.snapshots()) {
    BASALT_ASSIGN_OR_RETURN(const TableName table, wire::ParseTableName(each.table_name()));
    snapshots.insert_or_assign(table, wire::ParseSpaceSnapshot(each.snapshot()));
  }
  return snapshots;
}

Result<std::map<TableName, uint64_t>> RemoteQuotaAdmin::TableSizes(const CallOptions& options) {
  pb::GetSpaceQuotaRegionSizesResponse response;
  BASALT_RETURN_IF_ERROR(servers_->CallMaster(
      "GetSpaceQuotaRegionSizes", pb::GetSpaceQuotaRegionSizesRequest(), response, options));
  std::map<TableName, uint64_t> sizes;
  for (const auto& each : response.sizes()) {
    BASALT_ASSIGN_OR_RETURN(const TableName table, wire::ParseTableName(each.table_name()));
    sizes.insert_or_assign(table, each.size());
  }
  return sizes;
}

Result<bool> RemoteQuotaAdmin::SwitchRpcThrottle(bool on, const CallOptions& options) {
  pb::SwitchRpcThrottleRequest request;
  request.set_rpc_throttle_enabled(on);
  pb::SwitchRpcThrottleResponse response;
  BASALT_RETURN_IF_ERROR(servers_->CallMaster("SwitchRpcThrottle", request, response, options));
  return response.previous_rpc_throttle_enabled();
}

Result<bool> RemoteQuotaAdmin::SwitchExceedThrottleQuota(bool on, const CallOptions& options) {
  pb::SwitchExceedThrottleQuotaRequest request;
  request.set_exceed_throttle_quota_enabled(on);
  pb::SwitchExceedThrottleQuotaResponse response;
  BASALT_RETURN_IF_ERROR(
      servers_->CallMaster("SwitchExceedThrottleQuota", request, response, options));
  return response.previous_exceed_throttle_quota_enabled();
}

}  // namespace basalt::client
