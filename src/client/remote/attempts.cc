#include "client/remote/attempts.h"

#include <algorithm>
#include <array>
#include <random>

#include "base/call_limits.h"
#include "client/remote/throttle_wait.h"
#include "wire/exceptions.h"

namespace basalt::client {

Attempts::Attempts(const RemoteOptions& options, const CallOptions& call)
    : context_{base::CallLimits(call, options.operation_timeout_ms).deadline(), call.cancellation,
               call.priority},
      pause_ms_(options.retry_pause_ms),
      max_retries_(call.max_retries) {}

int64_t Attempts::PauseMs(int64_t first_ms, int failures) {
  constexpr std::array<int64_t, 8> kFactors = {1, 2, 3, 5, 10, 20, 40, 100};
  const size_t last = kFactors.size() - 1;
  const auto index = static_cast<size_t>(std::max(failures - 1, 0));
  return first_ms * kFactors[std::min(index, last)];
}

std::optional<Deadline> Attempts::Next(const Status& error) {
  if (cancelled() || !wire::IsRetryable(error)) return std::nullopt;
  if (max_retries_ && failures_ >= *max_retries_) return std::nullopt;
  ++failures_;
  thread_local std::minstd_rand random(std::random_device{}());
  int64_t pause = PauseMs(pause_ms_, failures_);
  // A throttled call is told when there is enough again.
  if (error.code() == StatusCode::kThrottled) {
    pause = ThrottleWaitMs(error.message()).value_or(pause);
  }
  std::uniform_int_distribution<int64_t> more(0, pause / 4);
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(pause + more(random));
  if (until >= deadline()) return std::nullopt;
  return until;
}

Status Attempts::Final(const Status& error) const {
  return cancelled() ? base::Cancelled() : error;
}

Status Attempts::Again(const Status& error) {
  const auto until = Next(error);
  if (!until) return Final(error);
  if (context_.cancellation.WaitUntil(*until)) return base::Cancelled();
  return {};
}

}  // namespace basalt::client
