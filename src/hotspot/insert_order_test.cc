#include "hotspot/insert_order.h"

#include <algorithm>
#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace basalt::hotspot {
namespace {

constexpr int64_t kFrontWindow = 30'000;

std::string Number(uint64_t n) { return fmt::format("{:012}", n); }

// One key in each ten milliseconds.
InsertOrderCounts Feed(InsertOrder& front, const std::vector<std::string>& keys,
                       int64_t from_ms = 0) {
  const InsertOrderCounts before = front.Totals();
  for (const std::string& key : keys) front.Sample(key, from_ms += 10);
  return front.Totals().Since(before);
}

InsertOrderCounts CountsOf(const std::vector<std::string>& keys) {
  InsertOrder front(0, kFrontWindow);
  return Feed(front, keys);
}

TEST(KeyFrontTest, KeysThatGrowAreAboveAllBefore) {
  std::vector<std::string> keys;
  for (uint64_t i = 0; i < 10'000; ++i) keys.push_back(Number(i));
  EXPECT_EQ(CountsOf(keys), (InsertOrderCounts{.samples = 10'000, .above = 9'999, .below = 0}));
  std::reverse(keys.begin(), keys.end());
  EXPECT_EQ(CountsOf(keys), (InsertOrderCounts{.samples = 10'000, .above = 0, .below = 9'999}));
}

TEST(KeyFrontTest, KeysAtRandomAreRarelyEither) {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
    std::mt19937_64 random(seed);
    std::vector<std::string> keys;
    for (int i = 0; i < 5'000; ++i) keys.push_back(Number(random() % 1'000'000'000'000));
    const InsertOrderCounts counts = CountsOf(keys);
    EXPECT_LT(counts.ShareAbove(), 0.25) << seed;
    EXPECT_LT(counts.ShareBelow(), 0.25) << seed;
  }
}

TEST(KeyFrontTest, WritersOutOfOrderDoNotHideIt) {
  for (const int writers : {2, 8, 32}) {
    std::mt19937_64 random(7);
    std::vector<std::string> keys;
    for (uint64_t i = 0; i < 5'000; ++i) {
      // Each is behind by up to a second of the fifty.
      keys.push_back(Number(1000 + i - random() % 100) +
                     std::to_string(random() % static_cast<unsigned>(writers)));
    }
    EXPECT_GT(CountsOf(keys).ShareAbove(), 0.9) << writers;
  }
}

TEST(KeyFrontTest, BatchesThatCoverTheSameTimeDoNotHideIt) {
  // Eight writers; each sends a sorted batch of the same 50 times after the other.
  std::vector<std::string> keys;
  for (uint64_t round = 0; round < 25; ++round) {
    for (int writer = 0; writer < 8; ++writer) {
      for (uint64_t i = 0; i < 50; ++i) {
        keys.push_back(Number(50 * round + i) + std::to_string(writer));
      }
    }
  }
  EXPECT_GT(CountsOf(keys).ShareAbove(), 0.75);
}

TEST(KeyFrontTest, SortedBatchesOfRandomKeysAreNotMarching) {
  std::mt19937_64 random(3);
  std::vector<std::string> keys;
  for (int batch = 0; batch < 50; ++batch) {
    const auto first = static_cast<std::ptrdiff_t>(keys.size());
    for (int i = 0; i < 100; ++i) keys.push_back(Number(random() % 1'000'000'000'000));
    std::sort(keys.begin() + first, keys.end());
  }
  EXPECT_LT(CountsOf(keys).ShareAbove(), 0.25);
}

TEST(KeyFrontTest, ARowThatIsWrittenAgainIsNeither) {
  EXPECT_EQ(CountsOf(std::vector<std::string>(1000, "counter")),
            (InsertOrderCounts{.samples = 1000, .above = 0, .below = 0}));
  // Nor is one of a minute's counters after the other.
  std::vector<std::string> keys;
  for (uint64_t i = 0; i < 6'000; ++i) keys.push_back(Number(i / 1'000));
  EXPECT_LT(CountsOf(keys).ShareAbove(), 0.25);
}

TEST(KeyFrontTest, WhatWasLongAgoDoesNotCount) {
  InsertOrder front(0, kFrontWindow);
  std::vector<std::string> high;
  std::vector<std::string> low;
  for (uint64_t i = 0; i < 500; ++i) high.push_back("z" + Number(i));
  for (uint64_t i = 0; i < 500; ++i) low.push_back("a" + Number(i));
  Feed(front, high);
  // After a pause nothing is remembered: the first is judged by nobody.
  EXPECT_EQ(Feed(front, low, 3 * kFrontWindow).above, 499U);
  EXPECT_EQ(front.Totals().samples, 1000U);
  EXPECT_EQ(front.last_key(), low.back());
}

TEST(KeyFrontTest, RecentIsOfTwoWindows) {
  InsertOrder front(0, kFrontWindow);
  front.Sample("a", 10);
  front.Sample("b", kFrontWindow + 10);
  EXPECT_EQ(front.Recent(2 * kFrontWindow - 1).samples, 2U);
  EXPECT_EQ(front.Recent(2 * kFrontWindow).samples, 1U);
  EXPECT_EQ(front.Recent(4 * kFrontWindow).samples, 0U);
  EXPECT_EQ(front.Totals(), (InsertOrderCounts{.samples = 2, .above = 1, .below = 0}));
}

TEST(KeyFrontTest, LongKeysAreCut) {
  InsertOrder front(0, kFrontWindow);
  front.Sample(Bytes(1000, 'x'), 1);
  EXPECT_EQ(front.last_key().size(), InsertOrder::kMaxKeyBytes);
  // Alike as far as they are kept.
  front.Sample(Bytes(1000, 'x') + "y", 2);
  EXPECT_EQ(front.Totals().above, 0U);
}

TEST(KeyFrontTest, ThreadsMaySampleAndAsk) {
  InsertOrder front(0, kFrontWindow);
  std::atomic<uint64_t> next{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20'000; ++i) {
        const uint64_t n = next.fetch_add(1);
        front.Sample(Number(n), static_cast<int64_t>(n));
      }
    });
  }
  for (int i = 0; i < 100; ++i) {
    const uint64_t before = front.Recent(0).above;
    EXPECT_LE(before, front.Totals().samples);
  }
  for (std::thread& thread : threads) thread.join();
  const InsertOrderCounts totals = front.Totals();
  EXPECT_LE(totals.samples, 80'000U);
  EXPECT_GT(totals.samples, 0U);
  EXPECT_GT(totals.ShareAbove(), 0.75);
}

}  // namespace
}  // namespace basalt::hotspot
