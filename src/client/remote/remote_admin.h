// RemoteAdmin: Admin through the master of a cluster. Changes are procedures of the master: each
// call submits one and waits for its end. Thread safe.
#pragma once

#include <memory>

#include "basalt/admin.h"
#include "client/remote/cluster.h"

namespace basalt::client {

std::unique_ptr<Admin> MakeRemoteAdmin(std::shared_ptr<Cluster> cluster);

// kTableNotFound.
Result<TableDescriptor> DescribeTable(Cluster& cluster, const TableName& name,
                                      const CallOptions& options);

}  // namespace basalt::client
