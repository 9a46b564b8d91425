#include "basalt/time_range.h"

#include <limits>

#include <gtest/gtest.h>

namespace basalt {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

TEST(TimeRangeTest, AllOfTimeIncludesItsUpperBound) {
  const TimeRange all;
  EXPECT_TRUE(all.is_all_time());
  EXPECT_TRUE(all.Contains(0));
  EXPECT_TRUE(all.Contains(kMax));
  EXPECT_EQ(TimeRange::Of(0, kMax).value(), all);
}

TEST(TimeRangeTest, OtherRangesAreHalfOpen) {
  const TimeRange range = TimeRange::Of(10, 20).value();
  const struct {
    int64_t timestamp;
    int compared;
  } cases[] = {{0, -1}, {9, -1}, {10, 0}, {19, 0}, {20, 1}, {kMax, 1}};
  for (const auto& c : cases) {
    EXPECT_EQ(range.Compare(c.timestamp), c.compared) << c.timestamp;
    EXPECT_EQ(range.Contains(c.timestamp), c.compared == 0) << c.timestamp;
    EXPECT_EQ(range.ContainsOrIsBefore(c.timestamp), c.compared >= 0) << c.timestamp;
  }
  EXPECT_FALSE(TimeRange::Of(5, 5).value().Contains(5));
  EXPECT_FALSE(TimeRange::Of(1, kMax).value().Contains(kMax));
}

TEST(TimeRangeTest, AtIsOneTimestamp) {
  const TimeRange range = TimeRange::At(7).value();
  EXPECT_EQ(range.min(), 7);
  EXPECT_EQ(range.max(), 8);
}

TEST(TimeRangeTest, RefusesWhatHBaseRefuses) {
  const struct {
    Result<TimeRange> range;
    std::string_view message;
  } cases[] = {
      {TimeRange::Of(-1, 5), "Timestamp cannot be negative. minStamp:-1, maxStamp:5"},
      {TimeRange::Of(3, -2), "Timestamp cannot be negative. minStamp:3, maxStamp:-2"},
      {TimeRange::Of(5, 4), "maxStamp is smaller than minStamp"},
      {TimeRange::At(-1), "invalid ts:-1"},
      {TimeRange::At(kMax), "invalid ts:9223372036854775807"},
  };
  for (const auto& c : cases) {
    ASSERT_FALSE(c.range.ok()) << c.message;
    EXPECT_EQ(c.range.status().code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(c.range.status().message(), c.message);
  }
}

}  // namespace
}  // namespace basalt
