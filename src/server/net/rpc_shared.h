// What the connections of an RpcServer share: the server's parts they use, the memory they may hold
// together, and counters. Owned by RpcServer. Thread safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/thread_pool.h"
#include "server/net/call_runner.h"
#include "server/net/memory_budget.h"
#include "server/net/rpc_options.h"

namespace basalt::server {

// What the network side needs of the rest of the server. All that is referred to outlives it.
struct RpcDependencies {
  const RpcOptions& options;
  const VerbTable& verbs;
  // Runs the calls that may take long.
  base::ThreadPool& handlers;
  // Runs writes that may have to wait. They have threads of their own, so that those that wait for
  // the disk together can share a sync, and do not wait for long reads.
  base::ThreadPool& write_handlers;
  std::string cluster_id;
  // Whether a write may have to wait at the moment. Called on I/O threads.
  std::function<bool()> writes_may_wait;
  // Counts the requests received.
  std::atomic<uint64_t>& requests;
  // Gets the calls that are slow or large; nullptr: nobody wants them.
  SlowLog* slow_log = nullptr;
};

// What operators want to know of the network side. Counted since the start.
struct RpcCounters {
  // Connections closed because they made no progress.
  std::atomic<uint64_t> stalled_connections{0};
  // Connections closed at once because there were too many.
  std::atomic<uint64_t> refused_connections{0};
  // Calls refused with CallQueueTooBigException.
  std::atomic<uint64_t> refused_calls{0};
};

// What all connections of a server share. Owned by RpcServer; outlives them.
struct RpcShared : RpcDependencies {
  explicit RpcShared(RpcDependencies dependencies);

  // A request takes its own memory while it is received, and copies of itself while it runs: longer
  // ones do not fit the limit of bytes in flight.
  const size_t max_request_bytes;
  // What is reserved for the response of a call in the pool, before it is queued.
  const size_t response_bytes;
  const size_t scan_response_bytes;
  const CallRunner runner;
  MemoryBudget memory;
  RpcCounters counters;
  std::atomic<size_t> connections{0};
  // No more calls are read.
  std::atomic<bool> draining{false};
  // Calls that have not begun are not run any more.
  std::atomic<bool> abandoned{false};
};

}  // namespace basalt::server
