// CallBudget: what a call may still cost where it runs. Cursors, filters and writers ask it while
// they work.
//
// A short call begins on a thread that must not wait (a server's I/O thread), with a small budget
// of time, cells and bytes. When that is spent, or before anything that may wait (a block that is
// not in memory, a lock that is taken, a sync), the work is given up, and the server runs the call
// again on a thread that may wait. That is right only until the call has had an effect: from
// NoteEffect() on, the call may wait. On a thread that may wait, the call ends by its own limits
// alone, which are its deadline and its cancellation.
//
// Used by one thread at a time. A null pointer to a budget means a call without limits that may
// wait.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "basalt/status.h"
#include "base/call_limits.h"

namespace basalt::base {

class CallBudget {
 public:
  using TimePoint = CallLimits::TimePoint;

  // What a call may cost on a thread that must not wait.
  struct ShortCall {
    int64_t time_us = 500;
    int64_t cells = 2000;
    int64_t bytes = 256 << 10;
  };
  // Steps of regular expressions that a call may take in expensive matches: some tenths of a
  // second. Java has no limit, and a bad pattern can keep an HBase server busy forever.
  static constexpr uint64_t kMatchSteps = 20'000'000;

  // Of a call that may wait.
  explicit CallBudget(CallLimits limits = {});
  // Of a short call that began at `began`.
  CallBudget(CallLimits limits, const ShortCall& cost, TimePoint began);

  // Ends the call with kCancelled once the flag is set, as its token does. The flag outlives the
  // budget.
  void EndWhen(const std::atomic<bool>& abandoned) { abandoned_ = &abandoned; }

  const CallLimits& limits() const { return limits_; }
  bool cancelled() const {
    return limits_.cancellation().cancelled() ||
           (abandoned_ != nullptr && abandoned_->load(std::memory_order_relaxed));
  }
  bool may_wait() const { return may_wait_; }
  // Whether the call has to be run again on a thread that may wait.
  bool given_up() const { return given_up_; }
  // Why the work has to end: kTimedOut, kCancelled (by the caller, or given up), or nothing.
  const Status& status() const { return status_; }

  // Counts a cell that was looked at. False: the work has to end, with status().
  bool Charge(size_t bytes) {
    bytes_left_ -= static_cast<int64_t>(bytes);
    if (--cells_to_look_ > 0 && bytes_left_ >= 0) return true;
    return Look();
  }
  // The same for work that is not counted in cells: looks at the clock and the token now.
  Status Check();
  // To be called before something that may wait: gives a short call up.
  Status BeforeWait();
  // To be called before the first effect of a call, a write: from here on it is not given up.
  void NoteEffect() { may_wait_ = true; }

  // When a wait for others has to end: `patience` after the first such wait of the call began, so
  // that many waits of one call are not longer than one; at the latest at the deadline.
  TimePoint WaitUntil(std::chrono::milliseconds patience);

  // Takes steps of expensive matches. False when the call has had its share.
  bool TakeMatchSteps(uint64_t steps) {
    if (steps > match_steps_left_) return false;
    match_steps_left_ -= steps;
    return true;
  }

  // The bytes of all cells that were charged so far.
  uint64_t charged_bytes() const {
    return charged_before_ + static_cast<uint64_t>(bytes_granted_ - bytes_left_);
  }

  // The time of the last look at the clock; the beginning of time before the first. Costs nothing.
  TimePoint last_look() const { return last_look_; }

 private:
  bool Look();

  CallLimits limits_;
  const std::atomic<bool>* abandoned_ = nullptr;
  ShortCall cost_;
  TimePoint began_;
  bool may_wait_ = true;
  bool given_up_ = false;
  Status status_;

  // The clock is read once in so many cells.
  int32_t cells_per_look_;
  int32_t cells_to_look_;
  int64_t cells_left_ = std::numeric_limits<int64_t>::max();
  int64_t bytes_left_ = std::numeric_limits<int64_t>::max();
  // What bytes_left_ began with, and what was charged before that.
  int64_t bytes_granted_ = std::numeric_limits<int64_t>::max();
  uint64_t charged_before_ = 0;
  uint64_t match_steps_left_ = kMatchSteps;
  TimePoint last_look_ = TimePoint::min();
  TimePoint wait_until_ = TimePoint::max();
};

// For pointers that may be null.
inline bool MayWait(const CallBudget* budget) { return budget == nullptr || budget->may_wait(); }

}  // namespace basalt::base
