// CallLimits: the CallOptions of a call that has begun: its deadline as a point in time, and its
// token. A value; may be shared by threads.
#pragma once

#include <chrono>

#include "basalt/call_options.h"
#include "basalt/status.h"

namespace basalt::base {

Status Cancelled();

class CallLimits {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  // No limits.
  CallLimits() = default;
  // `default_timeout_ms`: when the options have neither a timeout nor a deadline; negative: none.
  explicit CallLimits(const CallOptions& options, int64_t default_timeout_ms = -1);
  explicit CallLimits(TimePoint deadline) : deadline_(deadline) {}

  TimePoint deadline() const { return deadline_; }
  const CancellationToken& cancellation() const { return cancellation_; }
  // Whether there is anything to look at.
  bool unlimited() const { return !has_deadline() && !cancellation_.can_be_cancelled(); }
  bool has_deadline() const { return deadline_ != TimePoint::max(); }
  // kCancelled or kTimedOut when the call has to end.
  Status Check() const;

 private:
  TimePoint deadline_ = TimePoint::max();
  CancellationToken cancellation_;
};

// The same options with the timeout as a deadline, for an operation of several calls.
CallOptions WithDeadline(const CallOptions& options);

}  // namespace basalt::base
