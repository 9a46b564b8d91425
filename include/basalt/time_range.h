// A half-open range of timestamps [min, max).
#pragma once

#include <cstdint>
#include <limits>

#include "basalt/export.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// A value. Made by Of and At, which check the bounds.
class BASALT_EXPORT TimeRange {
 public:
  // All of time.
  TimeRange() = default;

  // Fails with HBase's message when a bound is negative or max < min.
  static Result<TimeRange> Of(int64_t min, int64_t max);
  static Result<TimeRange> At(int64_t timestamp);

  int64_t min() const { return min_; }
  int64_t max() const { return max_; }
  bool is_all_time() const { return min_ == 0 && max_ == kMax; }

  // The upper bound of all time is inclusive, as in HBase.
  bool Contains(int64_t timestamp) const { return Compare(timestamp) == 0; }
  bool ContainsOrIsBefore(int64_t timestamp) const { return timestamp >= min_; }
  // -1 below the range, 0 inside, 1 above.
  int Compare(int64_t timestamp) const {
    if (is_all_time()) return 0;
    if (timestamp < min_) return -1;
    return timestamp >= max_ ? 1 : 0;
  }

  friend bool operator==(const TimeRange&, const TimeRange&) = default;

 private:
  static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  TimeRange(int64_t min, int64_t max) : min_(min), max_(max) {}

  int64_t min_ = 0;
  int64_t max_ = kMax;
};

}  // namespace v1
}  // namespace basalt
