#include "base/limits_watch.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace basalt::base {

using std::chrono::steady_clock;

LimitsWatch::LimitsWatch(const CallLimits& limits, std::function<void()> end)
    : limits_(limits), end_(std::move(end)) {
  if (!limits_.unlimited()) thread_ = std::thread([this] { Watch(); });
}

LimitsWatch::~LimitsWatch() {
  stop_.Cancel();
  if (thread_.joinable()) thread_.join();
}

void LimitsWatch::Watch() {
  // A token without a descriptor, of a process that has none left, is looked at now and then.
  constexpr int kPollMs = 20;
  constexpr int64_t kLongestMs = 1 << 30;
  const CancellationToken& token = limits_.cancellation();
  const CancellationToken stop = stop_.token();
  const bool must_poll = stop.fd() < 0 || (token.can_be_cancelled() && token.fd() < 0);
  while (!stop.cancelled()) {
    if (!limits_.Check().ok()) return end_();
    int64_t wait_ms = must_poll ? kPollMs : kLongestMs;
    if (limits_.has_deadline()) {
      const auto left = limits_.deadline() - steady_clock::now();
      const auto left_ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
      wait_ms = std::clamp<int64_t>(left_ms, 0, wait_ms);
    }
    // poll() ignores a descriptor of -1.
    pollfd sources[] = {{.fd = stop.fd(), .events = POLLIN, .revents = 0},
                        {.fd = token.fd(), .events = POLLIN, .revents = 0}};
    (void)::poll(sources, std::size(sources), static_cast<int>(wait_ms));
    // After a Cancel that was taken back the descriptor may be readable still: this clears it.
    if (sources[1].revents != 0 && !token.cancelled()) {
      token.WaitUntil(steady_clock::now() + std::chrono::milliseconds(1));
    }
  }
}

}  // namespace basalt::base
