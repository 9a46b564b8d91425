#include "hotspot/key_heat.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace basalt::hotspot {
namespace {

constexpr int64_t kWindow = 30'000;

void Touch(KeyHeat& heat, BytesView key, int64_t now_ms, int times = 1) {
  for (int i = 0; i < times; ++i) {
    if (KeyHeat::Due()) heat.Sample(key, now_ms);
  }
}

HeatProfile Shares(std::vector<std::pair<Bytes, double>> keys) {
  HeatProfile profile;
  for (auto& [key, share] : keys) profile.keys.push_back({key, share});
  return profile;
}

TEST(HeatProfileTest, TheSplitHalvesTheTraffic) {
  EXPECT_EQ(Shares({{"a", 0.25}, {"b", 0.25}, {"c", 0.25}, {"d", 0.25}}).EvenSplit(0.1), "c");
  EXPECT_EQ(Shares({{"a", 0.7}, {"b", 0.1}, {"c", 0.2}}).EvenSplit(0.1), "b");
  EXPECT_EQ(Shares({{"a", 0.2}, {"b", 0.1}, {"c", 0.7}}).EvenSplit(0.1), "c");
}

TEST(HeatProfileTest, TrafficOfOneKeyHasNoSplit) {
  EXPECT_EQ(Shares({}).EvenSplit(0.1), std::nullopt);
  EXPECT_EQ(Shares({{"a", 1}}).EvenSplit(0.1), std::nullopt);
  EXPECT_EQ(Shares({{"a", 0.95}, {"b", 0.05}}).EvenSplit(0.1), std::nullopt);
  EXPECT_EQ(Shares({{"a", 0.05}, {"b", 0.95}}).EvenSplit(0.1), std::nullopt);
}

TEST(KeyHeatTest, TheRateIsAboutTheTrafficOfTheWindow) {
  KeyHeat heat(1000, kWindow);
  for (int i = 0; i < 30'000; ++i) Touch(heat, "k", 1000 + i);
  EXPECT_NEAR(heat.PerSecond(1000 + kWindow), 1000, 150);
  // One window without traffic halves the rate; after two it is zero.
  EXPECT_NEAR(heat.PerSecond(1000 + 2 * kWindow - 1), 500, 80);
  EXPECT_EQ(heat.PerSecond(1000 + 4 * kWindow), 0);
  EXPECT_TRUE(heat.Profile(1000 + 4 * kWindow).keys.empty());
}

TEST(KeyHeatTest, AllTouchesOfAWindowHaveTheSameChance) {
  KeyHeat heat(0, kWindow);
  // The two halves of the window have different keys; each must be half of the sample.
  for (int i = 0; i < 100'000; ++i) {
    Touch(heat, "a" + std::to_string(i % 10), 10);
  }
  for (int i = 0; i < 100'000; ++i) {
    Touch(heat, "b" + std::to_string(i % 10), 20);
  }
  const HeatProfile profile = heat.Profile(100);
  EXPECT_EQ(profile.samples, KeyHeat::kMaxSamples);
  EXPECT_LE(profile.keys.size(), 20U);
  double first = 0;
  double all = 0;
  for (const auto& [key, share] : profile.keys) {
    if (key[0] == 'a') first += share;
    all += share;
  }
  EXPECT_NEAR(all, 1, 1e-9);
  EXPECT_NEAR(first, 0.5, 0.2);
  EXPECT_EQ(profile.EvenSplit(0.1)->size(), 2U);
}

TEST(KeyHeatTest, AWholeWindowIsNeededToKnow) {
  KeyHeat heat(0, kWindow);
  EXPECT_FALSE(heat.HasWholeWindow(kWindow - 1));
  EXPECT_TRUE(heat.HasWholeWindow(kWindow));
}

TEST(KeyHeatTest, LongKeysAreCut) {
  KeyHeat heat(0, kWindow);
  Touch(heat, Bytes(1000, 'x'), 1, 1000);
  for (const auto& [key, share] : heat.Profile(2).keys) {
    EXPECT_EQ(key.size(), KeyHeat::kMaxKeyBytes);
  }
}

TEST(KeyHeatTest, ThreadsLoseNoCount) {
  KeyHeat heat(0, kWindow);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&heat, t] {
      for (int i = 0; i < 200'000; ++i) Touch(heat, std::to_string(t), 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  Touch(heat, "k", 1, 2 * KeyHeat::kEvery);  // counts the contended samples, too
  EXPECT_NEAR(heat.PerSecond(kWindow - 1), 800'000 / 30.0, 800);
}

}  // namespace
}  // namespace basalt::hotspot
