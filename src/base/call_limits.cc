#include "base/call_limits.h"

#include <algorithm>

namespace basalt::base {
namespace {

// Timeouts beyond this are as good as none, and do not overflow.
constexpr int64_t kLongestTimeoutMs = int64_t{1} << 40;

CallLimits::TimePoint After(int64_t timeout_ms) {
  return std::chrono::steady_clock::now() +
         std::chrono::milliseconds(std::clamp<int64_t>(timeout_ms, 0, kLongestTimeoutMs));
}

}  // namespace

Status Cancelled() { return {StatusCode::kCancelled, "the call was cancelled"}; }

CallLimits::CallLimits(const CallOptions& options, int64_t default_timeout_ms)
    : cancellation_(options.cancellation) {
  if (options.deadline) deadline_ = *options.deadline;
  if (options.timeout_ms) {
    deadline_ = std::min(deadline_, After(*options.timeout_ms));
  } else if (!options.deadline && default_timeout_ms >= 0) {
    deadline_ = After(default_timeout_ms);
  }
}

Status CallLimits::Check() const {
  if (cancellation_.cancelled()) return Cancelled();
  if (has_deadline() && std::chrono::steady_clock::now() >= deadline_) {
    return {StatusCode::kTimedOut, "the call's deadline has passed"};
  }
  return {};
}

CallOptions WithDeadline(const CallOptions& options) {
  CallOptions fixed = options;
  if (options.timeout_ms) {
    fixed.deadline = CallLimits(options).deadline();
    fixed.timeout_ms.reset();
  }
  return fixed;
}

}  // namespace basalt::base
