#include "basalt/time_range.h"

#include <fmt/format.h>

namespace basalt {
inline namespace v1 {

Result<TimeRange> TimeRange::Of(int64_t min, int64_t max) {
  if (min < 0 || max < 0) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("Timestamp cannot be negative. minStamp:{}, maxStamp:{}", min, max));
  }
  if (max < min) {
    return Status(StatusCode::kInvalidArgument, "maxStamp is smaller than minStamp");
  }
  return TimeRange(min, max);
}

Result<TimeRange> TimeRange::At(int64_t timestamp) {
  if (timestamp < 0 || timestamp == kMax) {
    return Status(StatusCode::kInvalidArgument, fmt::format("invalid ts:{}", timestamp));
  }
  return TimeRange(timestamp, timestamp + 1);
}

}  // namespace v1
}  // namespace basalt
