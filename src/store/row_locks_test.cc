#include "store/row_locks.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace basalt::store {
namespace {

// Read-modify-writes of many rows in any order: no deadlock, and exclusive locks exclude each
// other.
TEST(RowLocks, ManyRowsInAnyOrder) {
  RowLocks locks;
  constexpr int kThreads = 8;
  constexpr int kRounds = 2000;
  std::vector<int64_t> counters(3, 0);  // protected by the row locks only
  const std::vector<std::string> rows = {"a", "b", "c"};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kRounds; ++i) {
        std::vector<RowLocks::Request> requests;
        for (size_t r = 0; r < rows.size(); ++r) {
          requests.push_back({rows[(r + static_cast<size_t>(t)) % rows.size()], true});
        }
        const auto guard = locks.Lock(1, requests);
        for (int64_t& counter : counters) ++counter;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int64_t counter : counters) EXPECT_EQ(counter, kThreads * kRounds);
}

TEST(RowLocks, TheSameRowTwiceInOneRequest) {
  RowLocks locks;
  {
    const auto guard = locks.Lock(1, {{"a", false}, {"a", true}, {"a", false}});
    EXPECT_TRUE(locks.Covers(guard, 1, "a", true));
  }
  // All of it was released.
  const auto guard = locks.LockOne(1, "a", true);
  EXPECT_TRUE(locks.Covers(guard, 1, "a", true));
}

TEST(RowLocks, PlainWritersShareARow) {
  RowLocks locks;
  const auto first = locks.LockOne(1, "a", false);
  bool both = false;
  std::thread([&] {
    const auto second = locks.LockOne(1, "a", false);
    both = locks.Covers(first, 1, "a", false) && locks.Covers(second, 1, "a", false);
  }).join();
  EXPECT_TRUE(both);
  // Neither has it alone.
  EXPECT_FALSE(locks.Covers(first, 1, "a", true));
}

TEST(RowLocks, AGuardCoversWhatItHasLocked) {
  RowLocks locks;
  const auto guard = locks.Lock(1, {{"a", false}, {"b", true}});
  EXPECT_TRUE(locks.Covers(guard, 1, "a", false));
  EXPECT_TRUE(locks.Covers(guard, 1, "b", true));
  EXPECT_FALSE(locks.Covers(RowLocks::Guard(), 1, "a", false));
}

TEST(RowLocksDeathTest, ARequestTakesItsLocksAtOnce) {
  if (!base::kDebugChecks) GTEST_SKIP() << "checked in debug builds";
  RowLocks locks;
  EXPECT_DEATH(
      {
        const auto first = locks.LockOne(1, "a", false);
        const auto second = locks.LockOne(1, "b", false);
      },
      "A request takes all its row locks at once");
}

// During a barrier no row is locked, and new requests wait until it is released.
TEST(RowLocks, NobodyWritesBehindABarrier) {
  RowLocks locks;
  constexpr int kWriters = 4;
  std::atomic<int> inside{0};
  std::atomic<bool> stop{false};
  std::vector<std::thread> writers;
  std::atomic<int64_t> rounds{0};
  for (int w = 0; w < kWriters; ++w) {
    writers.emplace_back([&, w] {
      for (int i = 0; !stop; ++i) {
        const std::string other = std::to_string(i);
        const auto guard = locks.Lock(1, {{"hot", false}, {other, w % 2 == 0}});
        ++inside;
        ++rounds;
        --inside;
      }
    });
  }
  for (int i = 0; i < 200; ++i) {
    const int64_t before = rounds;
    {
      const RowLocks::Barrier barrier(locks);
      const int64_t at_start = rounds;
      EXPECT_EQ(inside, 0);
      std::this_thread::yield();
      EXPECT_EQ(rounds, at_start);
    }
    // The writers continue.
    while (rounds == before) std::this_thread::yield();
  }
  stop = true;
  for (std::thread& writer : writers) writer.join();
}

TEST(RowLocks, AllOrNoneWithoutWaiting) {
  RowLocks locks;
  const auto held = locks.LockOne(1, "a", true);
  std::thread([&] {
    EXPECT_FALSE(locks.LockOne(1, "a", false, false).locked());
    EXPECT_FALSE(locks.Lock(1, {{"b", true}, {"a", true}, {"c", true}}, false).locked());
    // Nothing was kept.
    EXPECT_TRUE(locks.Lock(1, {{"b", true}, {"c", true}}, false).locked());
  }).join();
}

TEST(RowLocks, ABarrierIsNotWaitedFor) {
  RowLocks locks;
  const RowLocks::Barrier barrier(locks);
  std::thread([&] { EXPECT_FALSE(locks.LockOne(1, "a", false, false).locked()); }).join();
}

}  // namespace
}  // namespace basalt::store
