#include "base/interrupt.h"

#include <thread>

#include <gtest/gtest.h>

namespace basalt::base {
namespace {

TEST(InterruptScopeTest, HoldsForItsThreadAndItsLife) {
  std::atomic<bool> outer{false};
  std::atomic<bool> inner{true};
  EXPECT_FALSE(InterruptScope::Active());
  EXPECT_FALSE(InterruptScope::Requested());
  {
    const InterruptScope scope(outer);
    EXPECT_TRUE(InterruptScope::Active());
    {
      const InterruptScope within(inner);
      EXPECT_TRUE(InterruptScope::Requested());
      bool other = true;
      std::thread([&] { other = InterruptScope::Active(); }).join();
      EXPECT_FALSE(other);
    }
    EXPECT_FALSE(InterruptScope::Requested());
    outer = true;
    EXPECT_TRUE(InterruptScope::Requested());
  }
  EXPECT_FALSE(InterruptScope::Requested());
}

// Would take an hour if nobody woke it.
TEST(InterruptScopeTest, EndsASleep) {
  std::atomic<bool> flag{false};
  const InterruptScope scope(flag);
  std::thread waker([&] { flag = true; });
  InterruptScope::SleepUntil(std::chrono::steady_clock::now() + std::chrono::hours(1));
  waker.join();
  EXPECT_TRUE(flag);
}

}  // namespace
}  // namespace basalt::base
