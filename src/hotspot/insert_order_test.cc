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

constexpr int64_t kWindowMs = 30'000;

std::string Number(uint64_t n) { return fmt::format("{:012}", n); }

// Samples one key every ten milliseconds.
InsertOrderCounts Feed(InsertOrder& order, const std::vector<std::string>& keys,
                       int64_t from_ms = 0) {
  const InsertOrderCounts before = order.Totals();
  for (const std::string& key : keys) order.Sample(key, from_ms += 10);
  return order.Totals().Since(before);
}

InsertOrderCounts CountsOf(const std::vector<std::string>& keys) {
  InsertOrder order(0, kWindowMs);
  return Feed(order, keys);
}

TEST(InsertOrderTest, MonotonicKeys) {
  std::vector<std::string> keys;
  for (uint64_t i = 0; i < 10'000; ++i) keys.push_back(Number(i));
  EXPECT_EQ(CountsOf(keys),
            (InsertOrderCounts{.samples = 10'000, .ascending = 9'999, .descending = 0}));
  std::reverse(keys.begin(), keys.end());
  EXPECT_EQ(CountsOf(keys),
            (InsertOrderCounts{.samples = 10'000, .ascending = 0, .descending = 9'999}));
}

TEST(InsertOrderTest, RandomKeysAreRarelyMonotonic) {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
    std::mt19937_64 random(seed);
    std::vector<std::string> keys;
    for (int i = 0; i < 5'000; ++i) keys.push_back(Number(random() % 1'000'000'000'000));
    const InsertOrderCounts counts = CountsOf(keys);
    EXPECT_LT(counts.AscendingFraction(), 0.25) << seed;
    EXPECT_LT(counts.DescendingFraction(), 0.25) << seed;
  }
}

TEST(InsertOrderTest, WritersOutOfOrder) {
  for (const int writers : {2, 8, 32}) {
    std::mt19937_64 random(7);
    std::vector<std::string> keys;
    for (uint64_t i = 0; i < 5'000; ++i) {
      // Each is up to a second late, of fifty seconds.
      keys.push_back(Number(1000 + i - random() % 100) +
                     std::to_string(random() % static_cast<unsigned>(writers)));
    }
    EXPECT_GT(CountsOf(keys).AscendingFraction(), 0.9) << writers;
  }
}

TEST(InsertOrderTest, BatchesThatCoverTheSameTime) {
  // Eight writers in turn; each sends a sorted batch of the same 50 times.
  std::vector<std::string> keys;
  for (uint64_t round = 0; round < 25; ++round) {
    for (int writer = 0; writer < 8; ++writer) {
      for (uint64_t i = 0; i < 50; ++i) {
        keys.push_back(Number(50 * round + i) + std::to_string(writer));
      }
    }
  }
  EXPECT_GT(CountsOf(keys).AscendingFraction(), 0.75);
}

TEST(InsertOrderTest, SortedBatchesOfRandomKeysAreNotMonotonic) {
  std::mt19937_64 random(3);
  std::vector<std::string> keys;
  for (int batch = 0; batch < 50; ++batch) {
    const auto first = static_cast<std::ptrdiff_t>(keys.size());
    for (int i = 0; i < 100; ++i) keys.push_back(Number(random() % 1'000'000'000'000));
    std::sort(keys.begin() + first, keys.end());
  }
  EXPECT_LT(CountsOf(keys).AscendingFraction(), 0.25);
}

TEST(InsertOrderTest, ARewrittenRowIsNeitherAscendingNorDescending) {
  EXPECT_EQ(CountsOf(std::vector<std::string>(1000, "counter")),
            (InsertOrderCounts{.samples = 1000, .ascending = 0, .descending = 0}));
  // So are the counters of one minute after another.
  std::vector<std::string> keys;
  for (uint64_t i = 0; i < 6'000; ++i) keys.push_back(Number(i / 1'000));
  EXPECT_LT(CountsOf(keys).AscendingFraction(), 0.25);
}

TEST(InsertOrderTest, KeysOfEarlierWindowsAreForgotten) {
  InsertOrder order(0, kWindowMs);
  std::vector<std::string> high;
  std::vector<std::string> low;
  for (uint64_t i = 0; i < 500; ++i) high.push_back("z" + Number(i));
  for (uint64_t i = 0; i < 500; ++i) low.push_back("a" + Number(i));
  Feed(order, high);
  // After a pause no key is remembered: the first one has nothing to be compared with.
  EXPECT_EQ(Feed(order, low, 3 * kWindowMs).ascending, 499U);
  EXPECT_EQ(order.Totals().samples, 1000U);
  EXPECT_EQ(order.last_key(), low.back());
}

// The window before a long pause says nothing about the writes after it.
TEST(InsertOrderTest, KeysFromBeforeAPauseAreForgotten) {
  InsertOrder order(0, kWindowMs);
  order.Sample("a", 0);
  order.Sample("b", 3 * kWindowMs);
  EXPECT_EQ(order.Recent(3 * kWindowMs),
            (InsertOrderCounts{.samples = 1, .ascending = 0, .descending = 0}));
}

TEST(InsertOrderTest, RecentCoversTwoWindows) {
  InsertOrder order(0, kWindowMs);
  order.Sample("a", 10);
  order.Sample("b", kWindowMs + 10);
  EXPECT_EQ(order.Recent(2 * kWindowMs - 1).samples, 2U);
  EXPECT_EQ(order.Recent(2 * kWindowMs).samples, 1U);
  EXPECT_EQ(order.Recent(4 * kWindowMs).samples, 0U);
  EXPECT_EQ(order.Totals(), (InsertOrderCounts{.samples = 2, .ascending = 1, .descending = 0}));
}

TEST(InsertOrderTest, LongKeysAreTruncated) {
  InsertOrder order(0, kWindowMs);
  order.Sample(Bytes(1000, 'x'), 1);
  EXPECT_EQ(order.last_key().size(), InsertOrder::kMaxKeyBytes);
  // Equal up to the truncation.
  order.Sample(Bytes(1000, 'x') + "y", 2);
  EXPECT_EQ(order.Totals().ascending, 0U);
}

TEST(InsertOrderTest, ThreadsSampleAndRead) {
  InsertOrder order(0, kWindowMs);
  std::atomic<uint64_t> next{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20'000; ++i) {
        const uint64_t n = next.fetch_add(1);
        order.Sample(Number(n), static_cast<int64_t>(n));
      }
    });
  }
  for (int i = 0; i < 100; ++i) {
    const uint64_t before = order.Recent(0).ascending;
    EXPECT_LE(before, order.Totals().samples);
  }
  for (std::thread& thread : threads) thread.join();
  const InsertOrderCounts totals = order.Totals();
  EXPECT_LE(totals.samples, 80'000U);
  EXPECT_GT(totals.samples, 0U);
  EXPECT_GT(totals.AscendingFraction(), 0.75);
}

}  // namespace
}  // namespace basalt::hotspot
