// RateLimit: limits the total throughput of several threads in bytes per second. Thread safe.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace basalt::copy {

class RateLimit {
 public:
  // 0: no limit.
  explicit RateLimit(double bytes_per_second) : bytes_per_second_(bytes_per_second) {}

  // Waits until `bytes` more are allowed.
  void Wait(uint64_t bytes) {
    if (bytes_per_second_ <= 0) return;
    std::unique_lock lock(mutex_);
    // Unused capacity does not accumulate.
    next_ = std::max(next_, Clock::now());
    const Clock::time_point due = next_;
    next_ += std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(static_cast<double>(bytes) / bytes_per_second_));
    stopping_.wait_until(lock, due, [&] { return stopped_; });
  }
  // Wakes all waiting threads; later calls do not wait.
  void Stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    stopping_.notify_all();
  }

 private:
  using Clock = std::chrono::steady_clock;

  const double bytes_per_second_;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stopped_ = false;
  Clock::time_point next_;
};

}  // namespace basalt::copy
