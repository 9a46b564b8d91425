// The part of RemoteClusterAdmin that is about the work of servers and the master's own.
#include <map>

#include <fmt/format.h>

#include "client/remote/remote_cluster_admin.h"
#include "client/remote/server_names.h"
#include "hbase/admin.pb.h"
#include "hbase/master.pb.h"
#include "hbase/procedure.pb.h"
#include "hbase/replication.pb.h"
#include "wire/descriptor_messages.h"

namespace basalt::client {
namespace {

namespace pb = hbase::pb;

std::string TextOf(const pb::Procedure& procedure) {
  return fmt::format("{} (pid={})", procedure.class_name(), procedure.proc_id());
}

// "ns1;ns2".
std::string TextOf(const google::protobuf::RepeatedPtrField<std::string>& namespaces) {
  return fmt::format("{}", fmt::join(namespaces, ";"));
}

// "table:family,family;table".
Result<std::string> TextOf(const google::protobuf::RepeatedPtrField<pb::TableCF>& tables) {
  std::vector<std::string> texts;
  for (const pb::TableCF& table : tables) {
    BASALT_ASSIGN_OR_RETURN(const TableName parsed, wire::ParseTableName(table.table_name()));
    std::string name = parsed.ToString();
    if (table.families_size() > 0) name += fmt::format(":{}", fmt::join(table.families(), ","));
    texts.push_back(std::move(name));
  }
  return fmt::format("{}", fmt::join(texts, ";"));
}

}  // namespace

Result<std::map<std::string, bool>> RemoteClusterAdmin::SwitchCompactions(
    bool on, const std::vector<std::string>& servers, const CallOptions& options) {
  std::vector<std::string> names = servers;
  if (names.empty()) {
    BASALT_ASSIGN_OR_RETURN(const ClusterMetrics metrics, GetClusterMetrics(options));
    for (const ServerMetrics& server : metrics.live_servers) names.push_back(server.server_name);
  }
  pb::CompactionSwitchRequest request;
  request.set_enabled(on);
  std::map<std::string, bool> states;
  for (const std::string& name : names) {
    pb::CompactionSwitchResponse response;
    BASALT_RETURN_IF_ERROR(CallServer(name, "CompactionSwitch", request, response, options));
    states[name] = response.prev_state();
  }
  return states;
}

Status RemoteClusterAdmin::CompactRegionServer(std::string_view server, bool major,
                                               const CallOptions& options) {
  pb::GetOnlineRegionResponse regions;
  BASALT_RETURN_IF_ERROR(
      CallServer(server, "GetOnlineRegion", pb::GetOnlineRegionRequest(), regions, options));
  for (const pb::RegionInfo& info : regions.region_info()) {
    BASALT_ASSIGN_OR_RETURN(const auto region, wire::ParseRegionInfo(info));
    pb::CompactRegionRequest request;
    request.mutable_region()->set_type(pb::RegionSpecifier::REGION_NAME);
    request.mutable_region()->set_value(region.Name());
    request.set_major(major);
    pb::CompactRegionResponse response;
    BASALT_RETURN_IF_ERROR(CallServer(server, "CompactRegion", request, response, options));
  }
  return {};
}

Status RemoteClusterAdmin::ClearCompactionQueues(std::string_view server,
                                                 const std::vector<std::string>& queues,
                                                 const CallOptions& options) {
  pb::ClearCompactionQueuesRequest request;
  for (const std::string& queue : queues) request.add_queue_name(queue);
  pb::ClearCompactionQueuesResponse response;
  return CallServer(server, "ClearCompactionQueues", request, response, options);
}

Result<CacheEvictionStats> RemoteClusterAdmin::ClearBlockCache(const TableName& table,
                                                               const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(const auto regions, servers_->AllRegions(table, options));
  std::map<HostPort, pb::ClearRegionBlockCacheRequest> requests;
  for (const RegionLocationPtr& region : regions) {
    if (!region->server.host.empty()) FillRegion(*region, *requests[region->server].add_region());
  }
  const Attempts attempts(servers_->options(), options);
  CacheEvictionStats stats;
  for (const auto& [server, request] : requests) {
    pb::ClearRegionBlockCacheResponse response;
    BASALT_RETURN_IF_ERROR(servers_->channels().Call(server, kAdminService, "ClearRegionBlockCache",
                                                     request, attempts.context(), response));
    stats.evicted_blocks += response.stats().evicted_blocks();
    stats.evicted_bytes += response.stats().bytes_evicted();
    stats.max_cache_size_bytes += response.stats().max_cache_size();
  }
  return stats;
}

Status RemoteClusterAdmin::RollWalWriter(std::string_view server, const CallOptions& options) {
  pb::RollWALWriterResponse response;
  return CallServer(server, "RollWALWriter", pb::RollWALWriterRequest(), response, options);
}

Result<std::vector<std::string>> RemoteClusterAdmin::ClearDeadServers(
    const std::vector<std::string>& servers, const CallOptions& options) {
  pb::ClearDeadServersRequest request;
  for (const std::string& name : servers) {
    BASALT_ASSIGN_OR_RETURN(*request.add_server_name(), ParseServerName(name));
  }
  pb::ClearDeadServersResponse response;
  BASALT_RETURN_IF_ERROR(servers_->CallMaster("ClearDeadServers", request, response, options));
  std::vector<std::string> left;
  for (const pb::ServerName& server : response.server_name()) left.push_back(NameOf(server));
  return left;
}

Result<std::vector<LockInfo>> RemoteClusterAdmin::ListLocks(const CallOptions& options) {
  pb::GetLocksResponse response;
  BASALT_RETURN_IF_ERROR(
      servers_->CallMaster("GetLocks", pb::GetLocksRequest(), response, options));
  std::vector<LockInfo> locks;
  for (const pb::LockedResource& resource : response.lock()) {
    LockInfo& lock = locks.emplace_back();
    lock.resource_type = pb::LockedResourceType_Name(resource.resource_type());
    lock.resource_name = resource.resource_name();
    lock.exclusive = resource.lock_type() == pb::EXCLUSIVE;
    if (lock.exclusive) lock.owner = TextOf(resource.exclusive_lock_owner_procedure());
    lock.shared_count = resource.shared_lock_count();
    for (const pb::Procedure& waiting : resource.waitingprocedures()) {
      lock.waiting_names.push_back(TextOf(waiting));
    }
  }
  return locks;
}

Result<std::vector<ProcedureInfo>> RemoteClusterAdmin::ListProcedures(const CallOptions& options) {
  pb::GetProceduresResponse response;
  BASALT_RETURN_IF_ERROR(
      servers_->CallMaster("GetProcedures", pb::GetProceduresRequest(), response, options));
  std::vector<ProcedureInfo> procedures;
  for (const pb::Procedure& procedure : response.procedure()) {
    ProcedureInfo& info = procedures.emplace_back();
    info.id = procedure.proc_id();
    info.class_name = procedure.class_name();
    info.state = pb::ProcedureState_Name(procedure.state());
    info.submitted_time_ms = static_cast<int64_t>(procedure.submitted_time());
    info.last_update_time_ms = static_cast<int64_t>(procedure.last_update());
  }
  return procedures;
}

Result<std::vector<ReplicationPeerInfo>> RemoteClusterAdmin::ListReplicationPeers(
    const CallOptions& options) {
  pb::ListReplicationPeersResponse response;
  BASALT_RETURN_IF_ERROR(servers_->CallMaster(
      "ListReplicationPeers", pb::ListReplicationPeersRequest(), response, options));
  std::vector<ReplicationPeerInfo> peers;
  for (const pb::ReplicationPeerDescription& description : response.peer_desc()) {
    const pb::ReplicationPeer& config = description.config();
    ReplicationPeerInfo& peer = peers.emplace_back();
    peer.id = description.id();
    peer.cluster_key = config.clusterkey();
    peer.endpoint_class_name = config.replicationendpointimpl();
    peer.enabled = description.state().state() == pb::ReplicationState::ENABLED;
    peer.replicate_all = config.replicate_all();
    peer.namespaces =
        TextOf(peer.replicate_all ? config.exclude_namespaces() : config.namespaces());
    BASALT_ASSIGN_OR_RETURN(
        peer.table_families,
        TextOf(peer.replicate_all ? config.exclude_table_cfs() : config.table_cfs()));
    peer.bandwidth = config.bandwidth();
    peer.serial = config.serial();
  }
  return peers;
}

}  // namespace basalt::client
