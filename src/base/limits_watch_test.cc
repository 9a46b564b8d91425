#include "base/limits_watch.h"

#include <chrono>
#include <future>

#include <gtest/gtest.h>

namespace basalt::base {
namespace {

TEST(LimitsWatchTest, CallsWhenTheTokenIsCancelled) {
  CancellationSource source;
  std::promise<void> ended;
  const LimitsWatch watch(CallLimits({.cancellation = source.token()}), [&] { ended.set_value(); });
  source.Cancel();
  ended.get_future().wait();
}

TEST(LimitsWatchTest, CallsAtTheDeadline) {
  std::promise<void> ended;
  const CallLimits limits({.timeout_ms = 1});
  const LimitsWatch watch(limits, [&] { ended.set_value(); });
  ended.get_future().wait();
  EXPECT_EQ(limits.Check().code(), StatusCode::kTimedOut);
}

TEST(LimitsWatchTest, CallsNothingAfterItsEnd) {
  CancellationSource source;
  bool called = false;
  for (const CallOptions& options :
       {CallOptions(), CallOptions{.timeout_ms = 3'600'000},
        CallOptions{.timeout_ms = 3'600'000, .cancellation = source.token()}}) {
    const LimitsWatch watch(CallLimits(options), [&] { called = true; });
  }
  source.Cancel();
  EXPECT_FALSE(called);
}

TEST(LimitsWatchTest, ACancellationThatWasTakenBackIsWaitedForAgain) {
  CancellationSource source;
  source.Cancel();
  source.Reset();
  std::promise<void> ended;
  const LimitsWatch watch(CallLimits({.cancellation = source.token()}), [&] { ended.set_value(); });
  source.Cancel();
  ended.get_future().wait();
}

}  // namespace
}  // namespace basalt::base
