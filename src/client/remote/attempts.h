// Attempts: the retry policy of one operation: its deadline and its number of retries, with
// exponential backoff and jitter. RpcContext: deadline, cancellation and priority of each message
// of the operation. Used by one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "basalt/call_options.h"
#include "basalt/status.h"

namespace basalt::client {

using Deadline = std::chrono::steady_clock::time_point;

// The connection's defaults.
struct RemoteOptions {
  int64_t operation_timeout_ms = 60'000;
  int64_t retry_pause_ms = 100;
};

struct RpcContext {
  Deadline deadline;
  CancellationToken cancellation = {};
  std::optional<uint32_t> priority = std::nullopt;
};

class Attempts {
 public:
  // `options`: the defaults for what `call` does not set.
  explicit Attempts(const RemoteOptions& options, const CallOptions& call = {});

  const RpcContext& context() const { return context_; }
  Deadline deadline() const { return context_.deadline; }
  bool cancelled() const { return context_.cancellation.cancelled(); }
  int failures() const { return failures_; }
  // After a failure: when the next try may be made; nullopt when the error is final, the retries
  // are spent, the deadline would pass or the call was cancelled. Then Final tells how it ends.
  std::optional<Deadline> Next(const Status& error);
  // The error that an operation ends with: the last one, or that it was cancelled.
  Status Final(const Status& error) const;
  // Both, for a caller that blocks: OK after the pause before the next attempt, else the final
  // error.
  Status Again(const Status& error);
  // The pause after this many failures, without jitter.
  static int64_t PauseMs(int64_t first_ms, int failures);

 private:
  const RpcContext context_;
  const int64_t pause_ms_;
  const std::optional<int> max_retries_;
  int failures_ = 0;
};

}  // namespace basalt::client
