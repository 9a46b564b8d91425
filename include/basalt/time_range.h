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

  // Milliseconds since 1970, `max` excluded. kInvalidArgument with HBase's message when a bound is
  // negative or max < min.
  static Result<TimeRange> Of(int64_t min, int64_t max);
  // This timestamp alone.
  static Result<TimeRange> At(int64_t timestamp);

  // The first timestamp of the range.
  int64_t min() const { return min_; }
  // The first timestamp after the range; of all of time, the last timestamp there is.
  int64_t max() const { return max_; }
  // Whether every timestamp is in the range.
  bool is_all_time() const { return min_ == 0 && max_ == kMax; }

  // The upper bound of all time is inclusive, as in HBase.
  bool Contains(int64_t timestamp) const { return Compare(timestamp) == 0; }
  // Whether the range contains the timestamp or ends before it: it is not below the range.
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
