// InterruptScope: lets somebody who waits be told to stop waiting. While one lives, calls to
// servers made by its thread end soon after the flag is set, with kCancelled.
//
// Belongs to the thread that makes it; the flag may be set by any thread or by a signal handler,
// and must outlive the scope.
#pragma once

#include <atomic>
#include <chrono>

namespace basalt::base {

class InterruptScope {
 public:
  explicit InterruptScope(const std::atomic<bool>& flag);
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
  ~InterruptScope();

  // Whether this thread has a scope: then it must look at Requested() while it waits.
  static bool Active();
  static bool Requested();
  // How long to wait between two looks.
  static constexpr std::chrono::milliseconds kLook{20};
  // Sleeps until then, or until it is requested to stop.
  static void SleepUntil(std::chrono::steady_clock::time_point until);

 private:
  const std::atomic<bool>* const outer_;
};

}  // namespace basalt::base
