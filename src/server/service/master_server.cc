// The master itself and its servers: status, stopping, decommissioning.
#include "hbase/master.pb.h"
#include "server/compaction_queue.h"
#include "server/service/cluster_status.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status IsMasterRunning(ServerContext&, const Call&, const pb::IsMasterRunningRequest&,
                       pb::IsMasterRunningResponse& response) {
  response.set_is_master_running(true);
  return {};
}

Status IsMasterInMaintenanceMode(ServerContext&, const Call&, const pb::IsInMaintenanceModeRequest&,
                                 pb::IsInMaintenanceModeResponse& response) {
  response.set_inmaintenancemode(false);
  return {};
}

Status GetClusterStatus(ServerContext& context, const Call& call,
                        const pb::GetClusterStatusRequest& request,
                        pb::GetClusterStatusResponse& response) {
  return FillClusterStatus(context, call, request, *response.mutable_cluster_status());
}

Status Shutdown(ServerContext& context, const Call& call, const pb::ShutdownRequest&,
                pb::ShutdownResponse&) {
  return StopByRpc(context, call, "a client asked for a shutdown of the cluster");
}

Status StopMaster(ServerContext& context, const Call& call, const pb::StopMasterRequest&,
                  pb::StopMasterResponse&) {
  return StopByRpc(context, call, "a client asked the master to stop");
}

Status GetLastMajorCompactionTimestamp(ServerContext& context, const Call&,
                                       const pb::MajorCompactionTimestampRequest& request,
                                       pb::MajorCompactionTimestampResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  const auto last = LastMajorCompactionOf(context, name);
  // HBase looks for loads of the table's regions; an unknown table has none.
  response.set_compaction_timestamp(last.ok() ? *last : 0);
  return {};
}

Status GetLastMajorCompactionTimestampForRegion(
    ServerContext& context, const Call&,
    const pb::MajorCompactionTimestampForRegionRequest& request,
    pb::MajorCompactionTimestampResponse& response) {
  const auto region = context.catalog().regions().FindAny(request.region().value());
  response.set_compaction_timestamp(
      region.ok() ? context.compactions().tracker().Of(**region).last_major_ms : 0);
  return {};
}

// A decommissioned server gets no more regions in HBase. Here there is no other server that could
// get them, so it is a mark, kept while the server runs.
Status DecommissionRegionServers(ServerContext& context, const Call& call,
                                 const pb::DecommissionRegionServersRequest& request,
                                 pb::DecommissionRegionServersResponse&) {
  const std::string own = ToText(context.RegionServerName(call.connection));
  for (const pb::ServerName& server : request.server_name()) {
    // HBase passes over servers that are not online.
    if (ToText(server) == own) context.switches().decommissioned = true;
  }
  return {};
}

Status ListDecommissionedRegionServers(ServerContext& context, const Call& call,
                                       const pb::ListDecommissionedRegionServersRequest&,
                                       pb::ListDecommissionedRegionServersResponse& response) {
  if (!context.switches().decommissioned) return {};
  *response.add_server_name() = context.RegionServerName(call.connection);
  return {};
}

Status RecommissionRegionServer(ServerContext& context, const Call& call,
                                const pb::RecommissionRegionServerRequest& request,
                                pb::RecommissionRegionServerResponse&) {
  if (ToText(request.server_name()) == ToText(context.RegionServerName(call.connection))) {
    context.switches().decommissioned = false;
  }
  return {};
}

Status ClearDeadServers(ServerContext&, const Call&, const pb::ClearDeadServersRequest& request,
                        pb::ClearDeadServersResponse& response) {
  // The answer names those that could not be cleared: no server is dead.
  *response.mutable_server_name() = request.server_name();
  return {};
}

Status FlushMasterStore(ServerContext& context, const Call&, const pb::FlushMasterStoreRequest&,
                        pb::FlushMasterStoreResponse&) {
  BASALT_ASSIGN_OR_RETURN(const auto meta, context.catalog().tables().Find(model::MetaTableName()));
  return meta->CellsInAnyState()->Flush({});
}

Status GetBalancerLogEntries(ServerContext&, const Call&, const pb::LogRequest& request,
                             pb::LogEntry& response) {
  // There is no balancer that would have decided or rejected anything.
  constexpr std::string_view kPackage =
      "org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos$";
  for (const std::string_view kind : {"BalancerDecisions", "BalancerRejections"}) {
    if (request.log_class_name().find(std::string(kind) + "Request") == std::string::npos) continue;
    response.set_log_class_name(std::string(kPackage) + std::string(kind) + "Response");
    response.set_log_message("");
    return {};
  }
  return {StatusCode::kDoNotRetry, "Invalid request params"};
}

}  // namespace

void RegisterMasterServerVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("IsMasterRunning", Lane::kInline, IsMasterRunning);
  master.Add("IsMasterInMaintenanceMode", Lane::kInline, IsMasterInMaintenanceMode);
  master.Add("GetClusterStatus", Lane::kPool, GetClusterStatus);
  master.Add("Shutdown", Lane::kInline, Shutdown);
  master.Add("StopMaster", Lane::kInline, StopMaster);
  master.Add("getLastMajorCompactionTimestamp", Lane::kInline, GetLastMajorCompactionTimestamp);
  master.Add("getLastMajorCompactionTimestampForRegion", Lane::kInline,
             GetLastMajorCompactionTimestampForRegion);
  master.Add("ListDecommissionedRegionServers", Lane::kInline, ListDecommissionedRegionServers);
  master.Add("RecommissionRegionServer", Lane::kInline, RecommissionRegionServer);
  master.Add("ClearDeadServers", Lane::kInline, ClearDeadServers);
  master.Add("FlushMasterStore", Lane::kPool, FlushMasterStore);
  master.Add("GetLogEntries", Lane::kInline, GetBalancerLogEntries);
  master.Add("DecommissionRegionServers", Lane::kInline, DecommissionRegionServers);
}

}  // namespace basalt::server
