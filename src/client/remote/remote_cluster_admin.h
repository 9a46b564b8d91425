// RemoteClusterAdmin: ClusterAdmin by the calls of HBase's master. The part of RemoteAdmin that is
// about servers and not about tables. Thread safe.
#pragma once

#include <memory>

#include "basalt/cluster_admin.h"
#include "client/remote/cluster.h"

namespace basalt::client {

class RemoteClusterAdmin : public ClusterAdmin {
 public:
  explicit RemoteClusterAdmin(std::shared_ptr<Cluster> cluster) : servers_(std::move(cluster)) {}

  Result<ClusterInfo> DescribeCluster() override;
  Result<std::map<std::string, std::string>> RegionServers(const TableName& table) override;
  Result<std::vector<std::string>> DecommissionedServers() override;
  Result<bool> IsInMaintenanceMode() override;
  Result<bool> IsOn(Chore chore) override;
  Result<bool> Switch(Chore chore, bool on) override;
  Result<BalanceOutcome> Balance() override;
  Result<bool> Normalize() override;
  Result<bool> RunCleaner() override;
  Result<int64_t> RunCatalogJanitor() override;
  Status MoveRegion(BytesView region, std::string_view server) override;
  Status AssignRegion(BytesView region) override;
  Status UnassignRegion(BytesView region) override;
  Result<CompactionState> CompactionStateOf(const TableName& table) override;

 private:
  const std::shared_ptr<Cluster> servers_;
};

}  // namespace basalt::client
