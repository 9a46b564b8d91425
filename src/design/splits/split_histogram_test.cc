#include "design/splits/split_histogram.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace basalt::design {
namespace {

TEST(SplitHistogram, NaiveAndRightForHexadecimalKeys) {  // R24
  const auto histograms = CompareDigitSplits(true, 10, 1'000'000);
  ASSERT_TRUE(histograms.ok());
  const std::vector<double> naive = (*histograms)[0].keys;
  EXPECT_EQ(naive, (std::vector<double>{0, 437500, 187500, 0, 0, 0, 0, 0, 375000, 0}));
  EXPECT_EQ((*histograms)[1].keys, std::vector<double>(10, 100'000));
  const std::string text = Draw((*histograms)[0]);
  EXPECT_THAT(text, testing::HasSubstr("7 of 10 regions without keys"));
  EXPECT_THAT(text, testing::HasSubstr("437500   43.8 %  ##############################\n"));
}

TEST(SplitHistogram, DecimalKeys) {
  const auto histograms = CompareDigitSplits(false, 7, 1000);
  for (const SplitHistogram& histogram : *histograms) {
    EXPECT_NEAR(std::accumulate(histogram.keys.begin(), histogram.keys.end(), 0.0), 1000, 3);
  }
  EXPECT_FALSE(CompareDigitSplits(true, 2, 1000).ok());
}

TEST(SplitHistogram, NoKeysAtAll) {
  EXPECT_THAT(Draw({"empty", {"m"}, {0, 0}}), testing::HasSubstr("2 of 2 regions without keys"));
}

}  // namespace
}  // namespace basalt::design
