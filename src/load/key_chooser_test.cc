#include "load/key_chooser.h"

#include <map>

#include <gtest/gtest.h>

namespace basalt::load {
namespace {

std::map<uint64_t, int> Draw(Distribution distribution, uint64_t items, int times) {
  KeyChooser chooser(distribution, 1, items);
  std::map<uint64_t, int> counts;
  for (int i = 0; i < times; ++i) ++counts[chooser.Next(items)];
  return counts;
}

TEST(KeyChooser, StaysInside) {
  for (const auto distribution :
       {Distribution::kUniform, Distribution::kZipfian, Distribution::kLatest}) {
    for (const uint64_t items : {1, 2, 3, 1000}) {
      const auto counts = Draw(distribution, items, 2000);
      EXPECT_LT(counts.rbegin()->first, items);
    }
  }
}

TEST(KeyChooser, UniformIsEven) {
  for (const auto& [key, count] : Draw(Distribution::kUniform, 10, 100000)) {
    EXPECT_NEAR(count, 10000, 500) << key;
  }
}

TEST(KeyChooser, ZipfFollowsItsLaw) {
  Zipfian zipfian(1000);
  std::mt19937_64 random(1);
  std::map<uint64_t, int> counts;
  for (int i = 0; i < 200000; ++i) ++counts[zipfian.Next(random, 1000)];
  // The second has 1/2^0.99 of the first's; the first about 1/zeta(1000, 0.99) of all.
  EXPECT_NEAR(counts[0] / 200000.0, 1 / 7.73, 0.01);
  EXPECT_NEAR(counts[1] / static_cast<double>(counts[0]), 0.5035, 0.03);
  EXPECT_NEAR(counts[9] / static_cast<double>(counts[0]), 0.1023, 0.03);
}

TEST(KeyChooser, LatestWantsTheNewest) {
  const auto counts = Draw(Distribution::kLatest, 1000, 10000);
  EXPECT_GT(counts.at(999), 1000);
  EXPECT_GT(counts.at(999), counts.at(998));
}

TEST(KeyChooser, ItemsMayGrow) {
  KeyChooser chooser(Distribution::kLatest, 1, 10);
  bool newest = false;
  for (int i = 0; i < 1000; ++i) newest |= chooser.Next(5000) == 4999;
  EXPECT_TRUE(newest);
}

TEST(KeyChooser, Names) {
  EXPECT_EQ(*ParseDistribution("latest"), Distribution::kLatest);
  EXPECT_EQ(ParseDistribution("poisson").status().message(),
            "unknown distribution 'poisson'; use uniform, zipfian or latest");
}

}  // namespace
}  // namespace basalt::load
