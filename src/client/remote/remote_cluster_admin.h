// RemoteClusterAdmin: ClusterAdmin through HBase's master: the part of RemoteAdmin that is about
// servers instead of tables. Thread safe.
#pragma once

#include <memory>

#include "basalt/cluster_admin.h"
#include "client/remote/cluster.h"

namespace basalt::client {

class RemoteClusterAdmin : public ClusterAdmin {
 public:
  explicit RemoteClusterAdmin(std::shared_ptr<Cluster> cluster) : servers_(std::move(cluster)) {}

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
  // One call to a server's admin service. `server`: host,port,start code.
  Status CallServer(std::string_view server, const char* method,
                    const google::protobuf::MessageLite& request,
                    google::protobuf::MessageLite& response, const CallOptions& options);

  const std::shared_ptr<Cluster> servers_;
};

}  // namespace basalt::client
