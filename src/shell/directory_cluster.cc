#include "shell/directory_cluster.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "basalt/clock.h"

namespace basalt::shell {
namespace {

// What Basalt's server reports, too: the version of HBase whose answers these are.
constexpr std::string_view kHBaseVersion = "2.6.4";

// Tables and their regions, with those of the catalog, which are not listed but count.
Result<std::vector<TableName>> AllTables(Admin& admin, const CallOptions& options) {
  std::vector<TableName> names = {*TableName::Parse("hbase:meta"),
                                  *TableName::Parse("hbase:namespace")};
  BASALT_ASSIGN_OR_RETURN(const auto tables, admin.ListTables(options));
  for (const TableDescriptor& table : tables) names.push_back(table.name());
  return names;
}

RegionLoad LoadOf(const RegionMetrics& region) {
  RegionLoad load;
  load.name = region.name;
  load.read_request_count = region.read_request_count;
  load.write_request_count = region.write_request_count;
  load.filtered_read_request_count = region.filtered_read_request_count;
  load.data_locality = 1;
  for (const FamilyMetrics& family : region.families) {
    ++load.store_count;
    load.store_file_count += family.store_file_count;
    load.store_file_size_mb += family.store_file_size_bytes >> 20;
    load.memstore_size_mb += family.memstore_size_bytes >> 20;
  }
  return load;
}

}  // namespace

DirectoryCluster::DirectoryCluster(Admin& admin)
    : admin_(admin), server_name_(fmt::format("localhost,0,{}", Clock::System()->NowMs())) {}

Result<ClusterMetrics> DirectoryCluster::GetClusterMetrics(const CallOptions& options) {
  ClusterMetrics metrics;
  metrics.hbase_version = kHBaseVersion;
  metrics.master_name = server_name_;
  ServerMetrics& server = metrics.live_servers.emplace_back();
  server.server_name = server_name_;
  BASALT_ASSIGN_OR_RETURN(const auto tables, AllTables(admin_, options));
  for (const TableName& table : tables) {
    const auto regions = admin_.ListRegions(table, options);
    if (!regions.ok() && table.ns() != "hbase") return regions.status();
    if (!regions.ok()) continue;
    for (const RegionMetrics& region : *regions) {
      if (region.online) server.regions.push_back(LoadOf(region));
    }
  }
  return metrics;
}

Result<std::map<std::string, std::string>> DirectoryCluster::RegionServers(
    const TableName& table, const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(const auto regions, admin_.ListRegions(table, options));
  std::map<std::string, std::string> servers;
  for (const RegionMetrics& region : regions) {
    servers[region.encoded_name] = region.online ? server_name_ : "";
  }
  return servers;
}

Result<std::vector<std::string>> DirectoryCluster::ListDecommissionedRegionServers(
    const CallOptions& /*options*/) {
  return std::vector<std::string>();
}

Result<bool> DirectoryCluster::IsMasterInMaintenanceMode(const CallOptions& /*options*/) {
  return false;
}

Result<bool> DirectoryCluster::IsOn(Chore chore, const CallOptions& /*options*/) {
  return !off_.contains(chore);
}

Result<bool> DirectoryCluster::Switch(Chore chore, bool on, const CallOptions& /*options*/) {
  const bool before = !off_.contains(chore);
  if (on) {
    off_.erase(chore);
  } else {
    off_.insert(chore);
  }
  return before;
}

// With one server there is nothing to balance, and HBase's balancer says that it did not run.
Result<BalanceResponse> DirectoryCluster::Balance(const CallOptions& /*options*/) {
  return BalanceResponse{};
}

Result<bool> DirectoryCluster::Normalize(const CallOptions& options) {
  return IsOn(Chore::kNormalizer, options);
}

Result<bool> DirectoryCluster::RunCleaner(const CallOptions& options) {
  return IsOn(Chore::kCleaner, options);
}

// Regions that were split or merged are removed at once.
Result<int64_t> DirectoryCluster::RunCatalogJanitor(const CallOptions& /*options*/) { return 0; }

Status DirectoryCluster::MoveRegion(BytesView region, std::string_view /*server*/,
                                    const CallOptions& options) {
  return FindRegion(region, options);
}

Status DirectoryCluster::AssignRegion(BytesView region, const CallOptions& options) {
  return FindRegion(region, options);
}

Status DirectoryCluster::UnassignRegion(BytesView region, const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(FindRegion(region, options));
  return {StatusCode::kNotSupported,
          "a directory's regions are open as long as their table is enabled"};
}

Status DirectoryCluster::UpdateConfiguration(std::string_view server,
                                             const CallOptions& /*options*/) {
  return server.empty() ? Status() : CheckServer(server);
}

// Compactions are done when the call that asked for them returns.
Result<CompactionState> DirectoryCluster::GetCompactionState(const TableName& table,
                                                             const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(admin_.GetDescriptor(table, options).status());
  return CompactionState::kNone;
}

Result<std::map<std::string, bool>> DirectoryCluster::SwitchCompactions(
    bool on, const std::vector<std::string>& servers, const CallOptions& /*options*/) {
  for (const std::string& server : servers) BASALT_RETURN_IF_ERROR(CheckServer(server));
  return std::map<std::string, bool>{{server_name_, std::exchange(compactions_, on)}};
}

Status DirectoryCluster::CompactRegionServer(std::string_view server, bool major,
                                             const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(CheckServer(server));
  BASALT_ASSIGN_OR_RETURN(const auto tables, admin_.ListTables(options));
  for (const TableDescriptor& table : tables) {
    BASALT_RETURN_IF_ERROR(major ? admin_.MajorCompact(table.name(), {}, options)
                                 : admin_.Compact(table.name(), {}, options));
  }
  return {};
}

Status DirectoryCluster::ClearCompactionQueues(std::string_view server,
                                               const std::vector<std::string>& /*queues*/,
                                               const CallOptions& /*options*/) {
  return CheckServer(server);
}

// The cache is one for all tables and drops blocks as it needs room.
Result<CacheEvictionStats> DirectoryCluster::ClearBlockCache(const TableName& table,
                                                             const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(admin_.GetDescriptor(table, options).status());
  return CacheEvictionStats{};
}

Status DirectoryCluster::RollWalWriter(std::string_view server, const CallOptions& /*options*/) {
  return CheckServer(server);
}

Result<std::vector<std::string>> DirectoryCluster::ClearDeadServers(
    const std::vector<std::string>& servers, const CallOptions& /*options*/) {
  return servers;
}

Result<std::vector<LockInfo>> DirectoryCluster::ListLocks(const CallOptions& /*options*/) {
  return std::vector<LockInfo>();
}

Result<std::vector<ProcedureInfo>> DirectoryCluster::ListProcedures(
    const CallOptions& /*options*/) {
  return std::vector<ProcedureInfo>();
}

Result<std::vector<ReplicationPeerInfo>> DirectoryCluster::ListReplicationPeers(
    const CallOptions& /*options*/) {
  return std::vector<ReplicationPeerInfo>();
}

Status DirectoryCluster::FindRegion(BytesView region, const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(const auto tables, AllTables(admin_, options));
  for (const TableName& table : tables) {
    const auto regions = admin_.ListRegions(table, options);
    if (!regions.ok()) continue;
    const bool found = std::ranges::any_of(*regions, [&](const RegionMetrics& one) {
      return one.encoded_name == region || one.name == region;
    });
    if (found) return {};
  }
  return {StatusCode::kUnknownRegion, Bytes(region)};
}

Status DirectoryCluster::CheckServer(std::string_view server) const {
  if (server == server_name_) return {};
  return {StatusCode::kIoError, fmt::format("can not resolve {}", server)};
}

}  // namespace basalt::shell
