#include "store/row_locks.h"

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace basalt::store {
namespace {

// Readers-modifiers of many rows at once, in any order: no deadlock, and each has its rows alone.
TEST(RowLocks, ManyRowsInAnyOrder) {
  RowLocks locks;
  constexpr int kThreads = 8;
  constexpr int kRounds = 2000;
  std::vector<int64_t> counters(3, 0);  // unprotected but for the locks
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
  const auto guard = locks.Lock(1, {{"a", false}, {"a", true}, {"a", false}});
  SUCCEED();
}

TEST(RowLocks, PlainWritersShareARow) {
  RowLocks locks;
  const auto first = locks.LockOne(1, "a", false);
  const auto second = locks.LockOne(1, "a", false);
  SUCCEED();
}

}  // namespace
}  // namespace basalt::store
