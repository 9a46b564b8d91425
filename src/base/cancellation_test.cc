#include "basalt/cancellation.h"

#include <poll.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>

#include "base/call_limits.h"

namespace basalt {
namespace {

using std::chrono::steady_clock;

bool Readable(int fd) {
  pollfd source{.fd = fd, .events = POLLIN, .revents = 0};
  return ::poll(&source, 1, 0) == 1;
}

TEST(CancellationTest, ATokenWithoutASourceIsNeverCancelled) {
  const CancellationToken token;
  EXPECT_FALSE(token.can_be_cancelled());
  EXPECT_FALSE(token.cancelled());
  EXPECT_EQ(token.fd(), -1);
  EXPECT_FALSE(token.WaitUntil(steady_clock::now()));
}

TEST(CancellationTest, TokensFollowTheirSource) {
  CancellationToken token;
  {
    CancellationSource source;
    token = source.token();
    EXPECT_TRUE(token.can_be_cancelled());
    EXPECT_FALSE(token.cancelled());
    EXPECT_FALSE(Readable(token.fd()));
    EXPECT_FALSE(token.WaitUntil(steady_clock::now() + std::chrono::milliseconds(1)));
    source.Cancel();
    source.Cancel();
    EXPECT_TRUE(source.cancelled());
  }
  EXPECT_TRUE(token.cancelled()) << "the token outlives its source";
  EXPECT_TRUE(Readable(token.fd()));
}

TEST(CancellationTest, ResetTakesItBack) {
  CancellationSource source;
  const CancellationToken token = source.token();
  source.Cancel();
  source.Reset();
  EXPECT_FALSE(token.cancelled());
  EXPECT_FALSE(Readable(token.fd()));
  source.Cancel();
  EXPECT_TRUE(Readable(token.fd()));
}

// Would take an hour if nobody woke it.
TEST(CancellationTest, EndsASleep) {
  CancellationSource source;
  std::thread canceller([&] { source.Cancel(); });
  EXPECT_TRUE(source.token().WaitUntil(steady_clock::now() + std::chrono::hours(1)));
  canceller.join();
}

CancellationSource* signalled = nullptr;

TEST(CancellationTest, ASignalHandlerMayCancel) {
  CancellationSource source;
  signalled = &source;
  const auto before = std::signal(SIGUSR1, [](int) { signalled->Cancel(); });
  errno = 17;
  std::raise(SIGUSR1);
  EXPECT_EQ(errno, 17);
  std::signal(SIGUSR1, before);
  EXPECT_TRUE(source.token().cancelled());
}

TEST(CallLimitsTest, TheEarlierOfTimeoutAndDeadlineCounts) {
  using base::CallLimits;
  EXPECT_TRUE(CallLimits(CallOptions{}).unlimited());
  EXPECT_TRUE(CallLimits(CallOptions{}, 1000).has_deadline());
  const auto soon = steady_clock::now() + std::chrono::seconds(1);
  EXPECT_EQ(CallLimits({.timeout_ms = 60'000, .deadline = soon}, 5).deadline(), soon);
  const auto late = steady_clock::now() + std::chrono::hours(1);
  EXPECT_LT(CallLimits({.timeout_ms = 10, .deadline = late}).deadline(), late);
  const CallOptions fixed = base::WithDeadline({.timeout_ms = 10, .deadline = late});
  EXPECT_FALSE(fixed.timeout_ms);
  EXPECT_LT(*fixed.deadline, late);
}

TEST(CallLimitsTest, CheckTellsWhyACallEnds) {
  EXPECT_TRUE(base::CallLimits().Check().ok());
  EXPECT_EQ(base::CallLimits({.timeout_ms = 0}).Check().code(), StatusCode::kTimedOut);
  CancellationSource source;
  source.Cancel();
  EXPECT_EQ(base::CallLimits({.timeout_ms = 0, .cancellation = source.token()}).Check().code(),
            StatusCode::kCancelled);
}

}  // namespace
}  // namespace basalt
