#include "metrics/histogram.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace basalt::metrics {
namespace {

TEST(Histogram, Empty) {
  const Histogram histogram;
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_EQ(histogram.Percentile(99), 0U);
  EXPECT_EQ(histogram.Mean(), 0);
}

TEST(Histogram, SmallValuesAreExact) {
  Histogram histogram;
  for (uint64_t i = 1; i <= 100; ++i) histogram.Record(i);
  EXPECT_EQ(histogram.Percentile(50), 50U);
  EXPECT_EQ(histogram.Percentile(99), 99U);
  EXPECT_EQ(histogram.Percentile(100), 100U);
  EXPECT_EQ(histogram.Mean(), 50.5);
}

TEST(Histogram, LargeValuesAreWithinOnePercent) {
  std::mt19937_64 random(1);
  Histogram histogram;
  std::vector<uint64_t> values;
  for (int i = 0; i < 10000; ++i) {
    values.push_back(uint64_t{1} << (random() % 40) | random() % 1000);
    histogram.Record(values.back());
  }
  std::ranges::sort(values);
  for (const double percent : {1.0, 50.0, 95.0, 99.0, 99.9}) {
    const auto exact = values[static_cast<size_t>(percent / 100 * 10000) - 1];
    EXPECT_GE(histogram.Percentile(percent), exact) << percent;
    EXPECT_LE(static_cast<double>(histogram.Percentile(percent)),
              static_cast<double>(exact) * 1.01 + 1)
        << percent;
  }
  EXPECT_EQ(histogram.Percentile(100), values.back());
  EXPECT_EQ(histogram.max(), values.back());
}

TEST(Histogram, ValuesBeyondTheEndAreKeptAsTheLargest) {
  Histogram histogram;
  histogram.Record(UINT64_MAX);
  EXPECT_EQ(histogram.max(), UINT64_MAX);
  EXPECT_GT(histogram.Percentile(50), uint64_t{1} << 43);
}

TEST(Histogram, SumsAddUp) {
  Histogram a;
  Histogram b;
  for (uint64_t i = 0; i < 1000; ++i) (i % 2 == 0 ? a : b).Record(i * 1000);
  a.Add(b);
  EXPECT_EQ(a.count(), 1000U);
  EXPECT_EQ(a.max(), 999000U);
  EXPECT_NEAR(static_cast<double>(a.Percentile(50)), 499500, 5000);
  Histogram small;
  small.Record(1);
  a.Add(small);
  EXPECT_EQ(a.max(), 999000U);
}

}  // namespace
}  // namespace basalt::metrics
