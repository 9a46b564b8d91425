// SlowLog: the latest calls whose answer took long or was large, as HBase's slow log and large log
// keep them: in memory, a fixed number, the oldest forgotten first. Thread safe.
//
// Calls that are neither slow nor large never get here, so its lock is not on their way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

#include "basalt/clock.h"
#include "hbase/admin.pb.h"
#include "hbase/logs.pb.h"

namespace basalt::server {

// Meanings and defaults: docs/configuration.md. A negative limit is none.
struct SlowLogOptions {
  int64_t slow_call_ms = 10'000;
  int64_t large_response_bytes = 100 << 20;
  // Calls kept; 0: none.
  uint32_t entries = 256;
};

class SlowLog {
 public:
  // `clock` must outlive the log.
  SlowLog(const SlowLogOptions& options, const Clock& clock) : options_(options), clock_(clock) {}

  int64_t NowMs() const { return clock_.NowMs(); }

  bool IsSlow(int64_t processing_ms) const { return Above(processing_ms, options_.slow_call_ms); }
  bool IsLarge(size_t response_bytes) const {
    return Above(static_cast<int64_t>(response_bytes), options_.large_response_bytes);
  }

  void Add(hbase::pb::SlowLogPayload call);

  // The newest first, those that the request's filters select.
  hbase::pb::SlowLogResponses Find(const hbase::pb::SlowLogResponseRequest& request) const;
  // False: nothing is kept at all.
  bool Clear();

 private:
  static bool Above(int64_t value, int64_t limit) { return limit >= 0 && value > limit; }

  const SlowLogOptions options_;
  const Clock& clock_;
  mutable std::mutex mutex_;                     // taken last
  std::deque<hbase::pb::SlowLogPayload> calls_;  // oldest first
};

}  // namespace basalt::server
