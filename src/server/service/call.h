// Call: one request as a verb sees it, besides its message: who asks, how cells travel, how long
// the caller waits. Borrowed by the verb for the time it runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "basalt/bytes.h"
#include "base/call_budget.h"
#include "server/net/memory_budget.h"
#include "wire/cell_block.h"
#include "wire/compression.h"

namespace basalt::server {

// What a connection has said of itself; fixed once its header has been read.
struct ConnectionInfo {
  std::string service;
  std::string user;
  std::string peer;  // address:port
  wire::CellCodec codec = wire::CellCodec::kNone;
  wire::Compressor compressor = wire::Compressor::kNone;
  // The client's version; 0.0 when it did not say.
  uint32_t version_major = 0;
  uint32_t version_minor = 0;
  // The address the client dialled, as text.
  std::string dialled_host;

  bool AtLeast(uint32_t major, uint32_t minor) const {
    return version_major > major || (version_major == major && version_minor >= minor);
  }
};

struct Call {
  using TimePoint = std::chrono::steady_clock::time_point;

  const ConnectionInfo& connection;
  // The request's cells, not compressed any more.
  BytesView cell_block;
  uint32_t priority = 0;
  TimePoint received;
  // When the caller stops waiting; the far future when it did not say.
  TimePoint deadline = TimePoint::max();
  // The memory of the call; what a response needs is counted there before it is made. nullptr:
  // nobody counts.
  MemoryReservation* memory = nullptr;
  // What the call may cost on the thread that runs it; nullptr: what it will. A verb on a thread
  // that must not wait may end with the budget's error, before it has had an effect: it is then run
  // again on another thread.
  base::CallBudget* budget = nullptr;
};

}  // namespace basalt::server
