#include "quota/rate_limiter.h"

#include <algorithm>
#include <cmath>

namespace basalt::quota {
namespace {

constexpr int64_t kLongestInterval = 1000;

}  // namespace

RateLimiter::RateLimiter(const Clock& clock, const RateLimiterOptions& options)
    : clock_(clock),
      fixed_interval_(options.fixed_interval),
      refill_interval_ms_(std::clamp<int64_t>(options.refill_interval_ms, 1, kLongestInterval)) {}

void RateLimiter::Set(int64_t limit, int64_t time_unit_ms) {
  const std::lock_guard lock(mutex_);
  time_unit_ms_ = time_unit_ms;
  limit_ = limit;
  available_ = limit;
}

void RateLimiter::Update(const RateLimiter& other) {
  if (&other == this) return;
  const std::scoped_lock lock(mutex_, other.mutex_);
  time_unit_ms_ = other.time_unit_ms_;
  if (limit_ < other.limit_) {
    const int64_t more = other.limit_ - limit_;
    available_ =
        available_ <= kNoLimit - more ? std::min(available_ + more, other.limit_) : other.limit_;
  }
  limit_ = other.limit_;
  available_ = std::min(available_, limit_);
}

int64_t RateLimiter::limit() const {
  const std::lock_guard lock(mutex_);
  return limit_;
}

int64_t RateLimiter::available() const {
  const std::lock_guard lock(mutex_);
  return available_;
}

int64_t RateLimiter::WaitMs(int64_t amount) {
  const std::lock_guard lock(mutex_);
  if (limit_ == kNoLimit) return 0;
  const int64_t refilled = Refill();
  available_ = available_ <= kNoLimit - refilled ? std::min(available_ + refilled, limit_) : limit_;
  return amount <= available_ ? 0 : WaitInterval(amount);
}

void RateLimiter::Consume(int64_t amount) {
  const std::lock_guard lock(mutex_);
  if (limit_ == kNoLimit) return;
  if (amount >= 0) {
    available_ -= amount;
  } else {
    available_ = available_ <= kNoLimit + amount ? std::min(available_ - amount, limit_) : limit_;
  }
}

int64_t RateLimiter::LimitPerInterval() const {
  return static_cast<int64_t>(
      std::ceil(static_cast<double>(refill_interval_ms_) / static_cast<double>(time_unit_ms_) *
                static_cast<double>(limit_)));
}

int64_t RateLimiter::Refill() {
  const int64_t now = clock_.MonotonicMs();
  if (refill_ms_ == -1) {
    refill_ms_ = fixed_interval_ ? now + refill_interval_ms_ : now;
    return limit_;
  }
  if (fixed_interval_) {
    if (now < refill_ms_) return 0;
    const int64_t refills = (refill_interval_ms_ + now - refill_ms_) / refill_interval_ms_;
    refill_ms_ = now + refill_interval_ms_;
    const int64_t each = LimitPerInterval();
    return each == 0 || refills > limit_ / each ? limit_ : std::min(limit_, refills * each);
  }
  const int64_t passed = now - refill_ms_;
  int64_t refilled = 0;
  if (passed >= time_unit_ms_) {
    refilled = limit_;
  } else if (passed > 0) {
    refilled =
        static_cast<int64_t>(static_cast<double>(passed) / static_cast<double>(time_unit_ms_) *
                             static_cast<double>(limit_));
  }
  if (refilled > 0) refill_ms_ = now;
  return refilled;
}

int64_t RateLimiter::WaitInterval(int64_t amount) const {
  if (refill_ms_ == -1) return 0;
  const int64_t missing = amount - available_;
  if (!fixed_interval_) {
    return static_cast<int64_t>(static_cast<double>(missing) * static_cast<double>(time_unit_ms_) /
                                static_cast<double>(limit_));
  }
  const int64_t each = LimitPerInterval();
  const int64_t next = refill_ms_ - clock_.MonotonicMs();
  if (missing <= each) return next;
  // One refill at `next`, and the others after it.
  return next + (missing - 1) / each * refill_interval_ms_;
}

}  // namespace basalt::quota
