// RpcOptions: the limits the network side keeps. Meanings and defaults: docs/configuration.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/call_budget.h"
#include "server/slow_log.h"

namespace basalt::server {

struct RpcOptions {
  // 0: one for each processor, at least 2.
  size_t io_threads = 0;
  size_t handler_threads = 16;
  // For writes that have to wait, most of all for the disk.
  size_t write_handler_threads = 32;
  // What a call may cost on an I/O thread.
  base::CallBudget::ShortCall short_call;
  // Calls waiting for a handler.
  size_t max_queued_calls = 1000;
  // A longer request is refused.
  size_t max_request_bytes = 256ULL << 20;
  // Requests waiting or running and responses not sent yet, of all connections together.
  size_t max_bytes_in_flight = 1ULL << 30;
  // The same of one connection: past it, the connection is not read from.
  size_t max_connection_bytes_in_flight = 64ULL << 20;
  size_t max_connections = 10000;
  // A connection that is in the middle of something and makes no progress for so long is closed.
  std::chrono::seconds stall_timeout{60};
  // A connection without calls for so long is closed; zero: never.
  std::chrono::seconds idle_timeout{0};
  SlowLogOptions slow_log;
};

}  // namespace basalt::server
