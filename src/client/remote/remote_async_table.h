// The AsyncTable of servers. Calls under way are entries of their channel and pauses are timers;
// the threads look regions up in hbase:meta, parse answers and tell of results.
#pragma once

#include <memory>

#include "basalt/async_table.h"
#include "client/remote/cluster.h"

namespace basalt::client {

std::unique_ptr<AsyncTable> MakeRemoteAsyncTable(std::shared_ptr<Cluster> cluster, TableName name,
                                                 const AsyncOptions& options);

}  // namespace basalt::client
