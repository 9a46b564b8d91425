#include "client/remote/remote_cluster_admin.h"

#include <array>

#include <fmt/format.h>

#include "client/remote/server_names.h"
#include "hbase/admin.pb.h"
#include "hbase/cluster_status.pb.h"
#include "hbase/master.pb.h"
#include "wire/descriptor_messages.h"

namespace basalt::client {
namespace {

namespace pb = hbase::pb;

RegionLoad ParseLoad(const pb::RegionLoad& load) {
  RegionLoad region;
  region.name = load.region_specifier().value();
  region.store_count = static_cast<int>(load.stores());
  region.store_file_count = static_cast<int>(load.storefiles());
  region.store_file_size_mb = load.storefile_size_mb();
  region.memstore_size_mb = load.mem_store_size_mb();
  region.read_request_count = load.read_requests_count();
  region.write_request_count = load.write_requests_count();
  region.filtered_read_request_count = load.filtered_read_requests_count();
  region.data_locality = load.data_locality();
  return region;
}

Result<pb::ClusterStatus> AskStatus(Cluster& cluster, std::initializer_list<pb::Option> parts,
                                    const CallOptions& options) {
  pb::GetClusterStatusRequest request;
  for (const pb::Option part : parts) request.add_options(part);
  pb::GetClusterStatusResponse response;
  BASALT_RETURN_IF_ERROR(cluster.CallMaster("GetClusterStatus", request, response, options));
  return std::move(*response.mutable_cluster_status());
}

void Specify(BytesView region, pb::RegionSpecifier& specifier) {
  const std::string_view encoded = model::EncodedNameOf(region);
  specifier.set_type(pb::RegionSpecifier::ENCODED_REGION_NAME);
  specifier.set_value(encoded.empty() ? Bytes(region) : Bytes(encoded));
}

}  // namespace

Status RemoteClusterAdmin::CallServer(std::string_view server, const char* method,
                                      const google::protobuf::MessageLite& request,
                                      google::protobuf::MessageLite& response,
                                      const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(const pb::ServerName parsed, ParseServerName(server));
  const Attempts attempts(servers_->options(), options);
  return servers_->channels().Call(
      HostPort{parsed.host_name(), static_cast<uint16_t>(parsed.port())}, kAdminService, method,
      request, attempts.context(), response);
}

Result<ClusterMetrics> RemoteClusterAdmin::GetClusterMetrics(const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(
      const pb::ClusterStatus status,
      AskStatus(*servers_,
                {pb::HBASE_VERSION, pb::CLUSTER_ID, pb::LIVE_SERVERS, pb::DEAD_SERVERS, pb::MASTER,
                 pb::TASKS, pb::BACKUP_MASTERS, pb::REGIONS_IN_TRANSITION, pb::UNKNOWN_SERVERS},
                options));
  ClusterMetrics facts;
  facts.hbase_version = status.hbase_version().version();
  facts.cluster_id = status.cluster_id().cluster_id();
  if (status.has_master()) facts.master_name = NameOf(status.master());
  for (const auto& server : status.backup_masters())
    facts.backup_master_names.push_back(NameOf(server));
  for (const auto& server : status.dead_servers())
    facts.dead_server_names.push_back(NameOf(server));
  for (const auto& server : status.unknown_servers()) {
    facts.unknown_server_names.push_back(NameOf(server));
  }
  for (const pb::ServerTask& task : status.master_tasks()) {
    if (task.description().starts_with("Damaged store file")) {
      facts.damaged_files.push_back(task.status());
    }
  }
  for (const auto& region : status.regions_in_transition()) {
    facts.regions_in_transition.push_back(
        fmt::format("{} state={}", Bytes(region.spec().value()),
                    pb::RegionState_State_Name(region.region_state().state())));
  }
  for (const auto& live : status.live_servers()) {
    ServerMetrics& server = facts.live_servers.emplace_back();
    const pb::ServerLoad& load = live.server_load();
    server.server_name = NameOf(live.server());
    server.requests_per_second = load.number_of_requests();
    server.used_heap_size_mb = load.used_heap_mb();
    server.max_heap_size_mb = load.max_heap_mb();
    for (const auto& region : load.region_loads()) server.regions.push_back(ParseLoad(region));
  }
  return facts;
}

Result<std::map<std::string, std::string>> RemoteClusterAdmin::RegionServers(
    const TableName& table, const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(const auto regions, servers_->AllRegions(table, options));
  BASALT_ASSIGN_OR_RETURN(const auto status, AskStatus(*servers_, {pb::SERVERS_NAME}, options));
  // hbase:meta has host and port; the start codes are taken from the list of live servers.
  std::map<HostPort, std::string> names;
  for (const auto& server : status.servers_name()) {
    names[{server.host_name(), static_cast<uint16_t>(server.port())}] = NameOf(server);
  }
  std::map<std::string, std::string> places;
  for (const RegionLocationPtr& region : regions) {
    std::string& place = places[region->info.EncodedName()];
    const auto found = names.find(region->server);
    if (found != names.end()) place = found->second;
  }
  return places;
}

Result<std::vector<std::string>> RemoteClusterAdmin::ListDecommissionedRegionServers(
    const CallOptions& options) {
  pb::ListDecommissionedRegionServersResponse response;
  BASALT_RETURN_IF_ERROR(servers_->CallMaster("ListDecommissionedRegionServers",
                                              pb::ListDecommissionedRegionServersRequest(),
                                              response, options));
  std::vector<std::string> names;
  for (const auto& server : response.server_name()) names.push_back(NameOf(server));
  return names;
}

Result<bool> RemoteClusterAdmin::IsMasterInMaintenanceMode(const CallOptions& options) {
  pb::IsInMaintenanceModeResponse response;
  BASALT_RETURN_IF_ERROR(servers_->CallMaster("IsMasterInMaintenanceMode",
                                              pb::IsInMaintenanceModeRequest(), response, options));
  return response.inmaintenancemode();
}

Result<bool> RemoteClusterAdmin::IsOn(Chore chore, const CallOptions& options) {
  const auto ask = [&]<typename Response>(const char* method, const auto& request,
                                          bool (Response::*value)() const) -> Result<bool> {
    Response response;
    BASALT_RETURN_IF_ERROR(servers_->CallMaster(method, request, response, options));
    return (response.*value)();
  };
  pb::IsSplitOrMergeEnabledRequest which;
  which.set_switch_type(chore == Chore::kMerges ? pb::MERGE : pb::SPLIT);
  switch (chore) {
    case Chore::kBalancer:
      return ask("IsBalancerEnabled", pb::IsBalancerEnabledRequest(),
                 &pb::IsBalancerEnabledResponse::enabled);
    case Chore::kNormalizer:
      return ask("IsNormalizerEnabled", pb::IsNormalizerEnabledRequest(),
                 &pb::IsNormalizerEnabledResponse::enabled);
    case Chore::kCatalogJanitor:
      return ask("IsCatalogJanitorEnabled", pb::IsCatalogJanitorEnabledRequest(),
                 &pb::IsCatalogJanitorEnabledResponse::value);
    case Chore::kCleaner:
      return ask("IsCleanerChoreEnabled", pb::IsCleanerChoreEnabledRequest(),
                 &pb::IsCleanerChoreEnabledResponse::value);
    case Chore::kSnapshotCleanup:
      return ask("IsSnapshotCleanupEnabled", pb::IsSnapshotCleanupEnabledRequest(),
                 &pb::IsSnapshotCleanupEnabledResponse::enabled);
    case Chore::kSplits:
    case Chore::kMerges:
      return ask("IsSplitOrMergeEnabled", which, &pb::IsSplitOrMergeEnabledResponse::enabled);
  }
  return Status(StatusCode::kInvalidArgument, "there is no such chore");
}

Result<bool> RemoteClusterAdmin::Switch(Chore chore, bool on, const CallOptions& options) {
  const auto ask = [&]<typename Response>(const char* method, const auto& request,
                                          bool (Response::*value)() const) -> Result<bool> {
    Response response;
    BASALT_RETURN_IF_ERROR(servers_->CallMaster(method, request, response, options));
    return (response.*value)();
  };
  switch (chore) {
    case Chore::kBalancer: {
      pb::SetBalancerRunningRequest request;
      request.set_on(on);
      return ask("SetBalancerRunning", request,
                 &pb::SetBalancerRunningResponse::prev_balance_value);
    }
    case Chore::kNormalizer: {
      pb::SetNormalizerRunningRequest request;
      request.set_on(on);
      return ask("SetNormalizerRunning", request,
                 &pb::SetNormalizerRunningResponse::prev_normalizer_value);
    }
    case Chore::kCatalogJanitor: {
      pb::EnableCatalogJanitorRequest request;
      request.set_enable(on);
      return ask("EnableCatalogJanitor", request, &pb::EnableCatalogJanitorResponse::prev_value);
    }
    case Chore::kCleaner: {
      pb::SetCleanerChoreRunningRequest request;
      request.set_on(on);
      return ask("SetCleanerChoreRunning", request,
                 &pb::SetCleanerChoreRunningResponse::prev_value);
    }
    case Chore::kSnapshotCleanup: {
      pb::SetSnapshotCleanupRequest request;
      request.set_enabled(on);
      return ask("SwitchSnapshotCleanup", request,
                 &pb::SetSnapshotCleanupResponse::prev_snapshot_cleanup);
    }
    case Chore::kSplits:
    case Chore::kMerges: {
      pb::SetSplitOrMergeEnabledRequest request;
      request.set_enabled(on);
      request.add_switch_types(chore == Chore::kMerges ? pb::MERGE : pb::SPLIT);
      pb::SetSplitOrMergeEnabledResponse response;
      BASALT_RETURN_IF_ERROR(
          servers_->CallMaster("SetSplitOrMergeEnabled", request, response, options));
      return response.prev_value_size() > 0 && response.prev_value(0);
    }
  }
  return Status(StatusCode::kInvalidArgument, "there is no such chore");
}

Result<BalanceResponse> RemoteClusterAdmin::Balance(const CallOptions& options) {
  pb::BalanceResponse response;
  BASALT_RETURN_IF_ERROR(servers_->CallMaster("Balance", pb::BalanceRequest(), response, options));
  return BalanceResponse{response.balancer_ran(), static_cast<int>(response.moves_calculated()),
                         static_cast<int>(response.moves_executed())};
}

Result<bool> RemoteClusterAdmin::Normalize(const CallOptions& options) {
  pb::NormalizeResponse response;
  BASALT_RETURN_IF_ERROR(
      servers_->CallMaster("Normalize", pb::NormalizeRequest(), response, options));
  return response.normalizer_ran();
}

Result<bool> RemoteClusterAdmin::RunCleaner(const CallOptions& options) {
  pb::RunCleanerChoreResponse response;
  BASALT_RETURN_IF_ERROR(
      servers_->CallMaster("RunCleanerChore", pb::RunCleanerChoreRequest(), response, options));
  return response.cleaner_chore_ran();
}

Result<int64_t> RemoteClusterAdmin::RunCatalogJanitor(const CallOptions& options) {
  pb::RunCatalogScanResponse response;
  BASALT_RETURN_IF_ERROR(
      servers_->CallMaster("RunCatalogScan", pb::RunCatalogScanRequest(), response, options));
  return response.scan_result();
}

Status RemoteClusterAdmin::MoveRegion(BytesView region, std::string_view server,
                                      const CallOptions& options) {
  pb::MoveRegionRequest request;
  Specify(region, *request.mutable_region());
  if (!server.empty()) {
    BASALT_ASSIGN_OR_RETURN(*request.mutable_dest_server_name(), ParseServerName(server));
  }
  pb::MoveRegionResponse response;
  return servers_->CallMaster("MoveRegion", request, response, options);
}

Status RemoteClusterAdmin::AssignRegion(BytesView region, const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(const RegionLocationPtr found, servers_->RegionByName(region, options));
  pb::AssignRegionRequest request;
  FillRegion(*found, *request.mutable_region());
  pb::AssignRegionResponse response;
  return servers_->CallMaster("AssignRegion", request, response, options);
}

Status RemoteClusterAdmin::UnassignRegion(BytesView region, const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(const RegionLocationPtr found, servers_->RegionByName(region, options));
  pb::UnassignRegionRequest request;
  FillRegion(*found, *request.mutable_region());
  pb::UnassignRegionResponse response;
  return servers_->CallMaster("UnassignRegion", request, response, options);
}

Status RemoteClusterAdmin::UpdateConfiguration(std::string_view server,
                                               const CallOptions& options) {
  std::vector<std::string> names;
  if (server.empty()) {
    BASALT_ASSIGN_OR_RETURN(const ClusterMetrics metrics, GetClusterMetrics(options));
    for (const ServerMetrics& live : metrics.live_servers) names.push_back(live.server_name);
    names.insert(names.end(), metrics.backup_master_names.begin(),
                 metrics.backup_master_names.end());
    names.push_back(metrics.master_name);
  } else {
    names.emplace_back(server);
  }
  for (const std::string& name : names) {
    pb::UpdateConfigurationResponse response;
    BASALT_RETURN_IF_ERROR(CallServer(name, "UpdateConfiguration", pb::UpdateConfigurationRequest(),
                                      response, options));
  }
  return {};
}

Result<CompactionState> RemoteClusterAdmin::GetCompactionState(const TableName& table,
                                                               const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(const auto regions, servers_->AllRegions(table, options));
  const Attempts attempts(servers_->options(), options);
  bool minor = false;
  bool major = false;
  for (const RegionLocationPtr& region : regions) {
    if (region->server.host.empty()) continue;
    pb::GetRegionInfoRequest request;
    FillRegion(*region, *request.mutable_region());
    request.set_compaction_state(true);
    pb::GetRegionInfoResponse response;
    BASALT_RETURN_IF_ERROR(servers_->channels().Call(region->server, kAdminService, "GetRegionInfo",
                                                     request, attempts.context(), response));
    using State = pb::GetRegionInfoResponse;
    const auto state = response.compaction_state();
    minor |= state == State::MINOR || state == State::MAJOR_AND_MINOR;
    major |= state == State::MAJOR || state == State::MAJOR_AND_MINOR;
  }
  if (minor && major) return CompactionState::kMajorAndMinor;
  if (major) return CompactionState::kMajor;
  return minor ? CompactionState::kMinor : CompactionState::kNone;
}

}  // namespace basalt::client
