// Attempts: the tries of one operation: its deadline, and the pauses between them, which grow and
// are never quite the same, so that clients that failed together do not come back together.
// Used by one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "basalt/status.h"

namespace basalt::client {

using Deadline = std::chrono::steady_clock::time_point;

struct RemoteOptions {
  int64_t operation_timeout_ms = 60'000;
  int64_t retry_pause_ms = 100;
};

class Attempts {
 public:
  explicit Attempts(const RemoteOptions& options)
      : deadline_(std::chrono::steady_clock::now() +
                  std::chrono::milliseconds(options.operation_timeout_ms)),
        pause_ms_(options.retry_pause_ms) {}

  Deadline deadline() const { return deadline_; }
  int failures() const { return failures_; }
  // After a failure: when the next try may be made; nullopt when the error is final, or the
  // deadline would pass.
  std::optional<Deadline> Next(const Status& error);
  // The same, and the pause: true when it is worth another try, once the pause is over.
  bool Again(const Status& error);
  // The pause after so many failures, before chance is added.
  static int64_t PauseMs(int64_t first_ms, int failures);

 private:
  const Deadline deadline_;
  const int64_t pause_ms_;
  int failures_ = 0;
};

}  // namespace basalt::client
