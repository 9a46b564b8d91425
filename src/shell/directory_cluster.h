// DirectoryCluster: the answers of a cluster's master and servers for a directory, where one
// process is all of them. Its switches are remembered as long as it lives: a directory has no
// chores that they could stop. One thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/cluster_admin.h"

namespace basalt::shell {

class DirectoryCluster final : public ClusterAdmin {
 public:
  // `admin` must outlive it.
  explicit DirectoryCluster(Admin& admin);

  // The one server: localhost, port 0, and the time at which it began as its start code.
  const std::string& server_name() const { return server_name_; }

  Result<ClusterMetrics> GetClusterMetrics(const CallOptions& options) override;
  Result<std::map<std::string, std::string>> RegionServers(const TableName& table,
                                                           const CallOptions& options) override;
  Result<std::vector<std::string>> ListDecommissionedRegionServers(
      const CallOptions& options) override;
  Result<bool> IsMasterInMaintenanceMode(const CallOptions& options) override;
  Result<bool> IsOn(Chore chore, const CallOptions& options) override;
  Result<bool> Switch(Chore chore, bool on, const CallOptions& options) override;
  Result<BalanceResponse> Balance(const CallOptions& options) override;
  Result<bool> Normalize(const CallOptions& options) override;
  Result<bool> RunCleaner(const CallOptions& options) override;
  Result<int64_t> RunCatalogJanitor(const CallOptions& options) override;
  Status MoveRegion(BytesView region, std::string_view server, const CallOptions& options) override;
  Status AssignRegion(BytesView region, const CallOptions& options) override;
  Status UnassignRegion(BytesView region, const CallOptions& options) override;
  Status UpdateConfiguration(std::string_view server, const CallOptions& options) override;
  Result<CompactionState> GetCompactionState(const TableName& table,
                                             const CallOptions& options) override;
  Result<std::map<std::string, bool>> SwitchCompactions(bool on,
                                                        const std::vector<std::string>& servers,
                                                        const CallOptions& options) override;
  Status CompactRegionServer(std::string_view server, bool major,
                             const CallOptions& options) override;
  Status ClearCompactionQueues(std::string_view server, const std::vector<std::string>& queues,
                               const CallOptions& options) override;
  Result<CacheEvictionStats> ClearBlockCache(const TableName& table,
                                             const CallOptions& options) override;
  Status RollWalWriter(std::string_view server, const CallOptions& options) override;
  Result<std::vector<std::string>> ClearDeadServers(const std::vector<std::string>& servers,
                                                    const CallOptions& options) override;
  Result<std::vector<LockInfo>> ListLocks(const CallOptions& options) override;
  Result<std::vector<ProcedureInfo>> ListProcedures(const CallOptions& options) override;
  Result<std::vector<ReplicationPeerInfo>> ListReplicationPeers(
      const CallOptions& options) override;

 private:
  // kUnknownRegion.
  Status FindRegion(BytesView region, const CallOptions& options);
  // kInvalidArgument if it is not a server's name, kIoError if it is another server's.
  Status CheckServer(std::string_view server) const;

  Admin& admin_;
  const std::string server_name_;
  std::set<Chore> off_;
  bool compactions_ = true;
};

}  // namespace basalt::shell
