// RateLimiter: HBase's token bucket: so many units (requests, bytes, capacity units) per unit of
// time. The average limiter refills in proportion to the time that has passed; the fixed one at
// every interval. A limiter can be in debt: the cost of an operation is known when it has ended.
// Thread safe.
#pragma once

#include <cstdint>
#include <limits>
#include <mutex>

#include "basalt/clock.h"

namespace basalt::quota {

struct RateLimiterOptions {
  // HBase's FixedIntervalRateLimiter instead of its AverageIntervalRateLimiter.
  bool fixed_interval = false;
  // Of the fixed one; at most a second, as in HBase.
  int64_t refill_interval_ms = 1000;
};

class RateLimiter {
 public:
  static constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

  // Without a limit until one is set. The clock must outlive the limiter.
  RateLimiter(const Clock& clock, const RateLimiterOptions& options);

  // A full bucket of so many units per unit of time.
  void Set(int64_t limit, int64_t time_unit_ms);
  // Takes over the limit of another one and keeps what was consumed.
  void Update(const RateLimiter& other);

  bool unlimited() const { return limit() == kNoLimit; }
  int64_t limit() const;
  int64_t available() const;

  // Refills, and says how long to wait until the amount is available; 0: it is.
  int64_t WaitMs(int64_t amount);
  // A negative amount is given back.
  void Consume(int64_t amount);

 private:
  int64_t Refill();
  int64_t WaitInterval(int64_t amount) const;
  // The part of the limit that one interval of the fixed limiter adds.
  int64_t LimitPerInterval() const;

  const Clock& clock_;
  const bool fixed_interval_;
  const int64_t refill_interval_ms_;
  mutable std::mutex mutex_;  // guards what follows
  int64_t time_unit_ms_ = 1000;
  int64_t limit_ = kNoLimit;
  int64_t available_ = kNoLimit;
  // The last refill of the average limiter, the next one of the fixed; -1: none yet.
  int64_t refill_ms_ = -1;
};

}  // namespace basalt::quota
