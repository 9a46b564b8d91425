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

 private:
  const std::shared_ptr<Cluster> servers_;
};

}  // namespace basalt::client
