// The AsyncTable of servers. Calls in progress are entries of their channel and pauses are timers;
// the threads look up regions in hbase:meta, parse answers and call the callbacks.
#pragma once

#include <memory>

#include "basalt/async_table.h"
#include "client/remote/cluster.h"

namespace basalt::client {

std::unique_ptr<AsyncTable> MakeRemoteAsyncTable(std::shared_ptr<Cluster> cluster, TableName name,
                                                 const AsyncOptions& options);

}  // namespace basalt::client
