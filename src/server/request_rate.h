// RequestRate: requests per second over the last minute or so, from a counter that only grows.
// Thread safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "basalt/clock.h"

namespace basalt::server {

class RequestRate {
 public:
  // Both outlive it.
  RequestRate(const std::atomic<uint64_t>& requests, const Clock& clock)
      : requests_(requests), clock_(clock), since_ms_(clock.MonotonicMs()) {}

  double PerSecond() {
    constexpr int64_t kMinuteMs = 60'000;
    constexpr double kMsPerSecond = 1000;
    const std::lock_guard lock(mutex_);
    const int64_t now_ms = clock_.MonotonicMs();
    if (now_ms - since_ms_ < kMinuteMs) return per_second_;
    const uint64_t now = requests_.load(std::memory_order_relaxed);
    per_second_ =
        static_cast<double>(now - seen_) * kMsPerSecond / static_cast<double>(now_ms - since_ms_);
    seen_ = now;
    since_ms_ = now_ms;
    return per_second_;
  }

 private:
  const std::atomic<uint64_t>& requests_;
  const Clock& clock_;
  std::mutex mutex_;  // guards what follows
  int64_t since_ms_;
  uint64_t seen_ = 0;
  double per_second_ = 0;
};

}  // namespace basalt::server
