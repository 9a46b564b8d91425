// CallOptions: what one call may decide for itself. Every operation of Table, Admin, ClusterAdmin,
// AsyncTable and BufferedMutator takes one as its last argument; what is not set falls back to the
// ConnectionOptions.
//
//   auto row = table->Get(get, {.timeout_ms = 200, .max_retries = 0});
//
// A scanner keeps those it was opened with: `timeout_ms` limits each call of Next, `deadline` the
// scan as a whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "basalt/cancellation.h"
#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

struct BASALT_EXPORT CallOptions {
  // How long the call may take, retries included. Then it fails with kTimedOut or with the last
  // error. On a server the default is ConnectionOptions::operation_timeout_ms; on a directory there
  // is none, and scans, batches, flushes and copies of snapshots look at it between their steps. A
  // compaction ends while it runs.
  std::optional<int64_t> timeout_ms = std::nullopt;
  // The same as a point in time. When both are set the earlier one counts.
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
  // How often a failed call to a server is repeated: 0 means one attempt. Default: as often as the
  // deadline allows. A directory never repeats.
  std::optional<int> max_retries = std::nullopt;
  // Goes into the request's header, for servers that schedule calls by it: HBase's priorities, from
  // 0 (normal) up; HConstants.HIGH_QOS is 200.
  std::optional<uint32_t> priority = std::nullopt;
  // Ends the call early, with kCancelled. A write that was sent may still happen.
  CancellationToken cancellation = {};
};

}  // namespace v1
}  // namespace basalt
