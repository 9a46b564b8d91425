#include "base/call_budget.h"

#include <algorithm>
#include <utility>

namespace basalt::base {
namespace {

// A cell costs some tens of nanoseconds, as a look at the clock does; one that is found by a seek
// costs a microsecond or two.
constexpr int32_t kCellsPerLookOfShortCall = 32;
constexpr int32_t kCellsPerLook = 128;

}  // namespace

CallBudget::CallBudget(CallLimits limits)
    : limits_(std::move(limits)),
      began_(TimePoint::min()),
      cells_per_look_(kCellsPerLook),
      cells_to_look_(kCellsPerLook) {}

CallBudget::CallBudget(CallLimits limits, const ShortCall& cost, TimePoint began)
    : limits_(std::move(limits)),
      cost_(cost),
      began_(began),
      may_wait_(false),
      cells_per_look_(kCellsPerLookOfShortCall),
      cells_to_look_(kCellsPerLookOfShortCall),
      cells_left_(cost.cells),
      bytes_left_(cost.bytes),
      bytes_granted_(cost.bytes) {}

Status CallBudget::BeforeWait() {
  if (may_wait_ || !status_.ok()) return status_;
  given_up_ = true;
  status_ = {StatusCode::kCancelled, "the call is to be run on a thread that may wait"};
  return status_;
}

Status CallBudget::Check() {
  if (!status_.ok()) return status_;
  last_look_ = std::chrono::steady_clock::now();
  if (cancelled()) {
    status_ = Cancelled();
  } else if (last_look_ >= limits_.deadline()) {
    status_ = limits_.Check();
  }
  if (!status_.ok() || may_wait_) return status_;
  const bool spent = cells_left_ <= 0 || bytes_left_ < 0 ||
                     last_look_ - began_ >= std::chrono::microseconds(cost_.time_us);
  return spent ? BeforeWait() : Status();
}

bool CallBudget::Look() {
  cells_left_ -= cells_per_look_ - std::max(cells_to_look_, 0);
  cells_to_look_ = cells_per_look_;
  // A call that has become one that may wait is not measured any more.
  if (may_wait_) {
    charged_before_ = charged_bytes();
    bytes_left_ = bytes_granted_ = std::numeric_limits<int64_t>::max();
  }
  if (Check().ok()) return true;
  cells_to_look_ = 0;  // and so at every further cell
  return false;
}

CallBudget::TimePoint CallBudget::WaitUntil(std::chrono::milliseconds patience) {
  if (wait_until_ == TimePoint::max()) {
    wait_until_ = std::min(limits_.deadline(), std::chrono::steady_clock::now() + patience);
  }
  return wait_until_;
}

}  // namespace basalt::base
