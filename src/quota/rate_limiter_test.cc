#include "quota/rate_limiter.h"

#include <gtest/gtest.h>

#include "base/testing.h"

namespace basalt::quota {
namespace {

constexpr int64_t kSecond = 1000;
constexpr int64_t kStartMs = 1'700'000'000'000;

TEST(RateLimiterTest, WithoutALimitNothingWaits) {
  base::ManualClock clock(kStartMs);
  RateLimiter limiter(clock, {});
  limiter.Consume(1'000'000);
  EXPECT_TRUE(limiter.unlimited());
  EXPECT_EQ(limiter.WaitMs(RateLimiter::kNoLimit), 0);
}

TEST(RateLimiterTest, AverageRefillsInProportionToTheTime) {
  base::ManualClock clock(kStartMs);
  RateLimiter limiter(clock, {});
  limiter.Set(10, kSecond);
  EXPECT_EQ(limiter.WaitMs(10), 0);
  limiter.Consume(10);
  EXPECT_EQ(limiter.WaitMs(1), 100);
  clock.Advance(99);
  EXPECT_EQ(limiter.WaitMs(1), 100) << "less than one has come, and none is lost";
  clock.Advance(1);
  EXPECT_EQ(limiter.WaitMs(1), 0);
  clock.Advance(400);
  EXPECT_EQ(limiter.WaitMs(10), 500);
  clock.Advance(10 * kSecond);
  EXPECT_EQ(limiter.WaitMs(10), 0) << "never more than the limit";
  EXPECT_EQ(limiter.available(), 10);
}

TEST(RateLimiterTest, DebtIsWaitedFor) {
  base::ManualClock clock(kStartMs);
  RateLimiter limiter(clock, {});
  limiter.Set(100, kSecond);
  EXPECT_EQ(limiter.WaitMs(1), 0);
  limiter.Consume(600);
  EXPECT_EQ(limiter.WaitMs(1), 5010);
  limiter.Consume(-550);
  EXPECT_EQ(limiter.WaitMs(50), 0);
  limiter.Consume(-1000);
  EXPECT_EQ(limiter.available(), 100);
}

TEST(RateLimiterTest, FixedRefillsAtIntervals) {
  base::ManualClock clock(kStartMs);
  RateLimiter limiter(clock, {.fixed_interval = true, .refill_interval_ms = kSecond});
  limiter.Set(10, kSecond);
  EXPECT_EQ(limiter.WaitMs(10), 0);
  limiter.Consume(10);
  clock.Advance(400);
  EXPECT_EQ(limiter.WaitMs(1), 600);
  EXPECT_EQ(limiter.WaitMs(10), 600);
  EXPECT_EQ(limiter.WaitMs(11), 1600);
  EXPECT_EQ(limiter.WaitMs(20), 1600);
  clock.Advance(600);
  EXPECT_EQ(limiter.WaitMs(10), 0);
}

TEST(RateLimiterTest, AFixedIntervalIsAPartOfTheTimeUnit) {
  base::ManualClock clock(kStartMs);
  RateLimiter limiter(clock, {.fixed_interval = true, .refill_interval_ms = 100});
  limiter.Set(20, kSecond);
  EXPECT_EQ(limiter.WaitMs(20), 0);
  limiter.Consume(20);
  EXPECT_EQ(limiter.WaitMs(2), 100);
  EXPECT_EQ(limiter.WaitMs(3), 200);
  clock.Advance(100);
  EXPECT_EQ(limiter.WaitMs(2), 0);
  limiter.Consume(2);
  clock.Advance(350);
  EXPECT_EQ(limiter.WaitMs(6), 0) << "three intervals have passed";
}

TEST(RateLimiterTest, AnUpdateKeepsWhatWasConsumed) {
  base::ManualClock clock(kStartMs);
  RateLimiter limiter(clock, {});
  RateLimiter other(clock, {});
  limiter.Set(10, kSecond);
  EXPECT_EQ(limiter.WaitMs(1), 0);
  limiter.Consume(8);
  other.Set(20, kSecond);
  limiter.Update(other);
  EXPECT_EQ(limiter.available(), 12);
  other.Set(5, 60 * kSecond);
  limiter.Update(other);
  EXPECT_EQ(limiter.available(), 5);
  EXPECT_EQ(limiter.limit(), 5);
}

}  // namespace
}  // namespace basalt::quota
