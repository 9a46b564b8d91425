// LimitsWatch: ends a wait that knows nothing of CallLimits, such as one for a condition variable
// or for the engine. While it lives, a thread of its own waits for the call's deadline and for its
// cancellation, and calls a function once when the call has to end.
#pragma once

#include <functional>
#include <thread>

#include "basalt/cancellation.h"
#include "base/call_limits.h"

namespace basalt::base {

class LimitsWatch {
 public:
  // `end` must not destroy the watch. Without limits there is no thread.
  LimitsWatch(const CallLimits& limits, std::function<void()> end);
  // Afterwards `end` is not running and will not be called.
  ~LimitsWatch();
  LimitsWatch(const LimitsWatch&) = delete;
  LimitsWatch& operator=(const LimitsWatch&) = delete;

 private:
  void Watch();

  const CallLimits limits_;
  const std::function<void()> end_;
  CancellationSource stop_;
  std::thread thread_;
};

}  // namespace basalt::base
