#include "client/remote/throttle_wait.h"

#include <gtest/gtest.h>

namespace basalt::client {
namespace {

TEST(ThrottleWaitTest, ReadsHBasesTexts) {
  EXPECT_EQ(ThrottleWaitMs("number of requests exceeded - wait 0ms"), 0);
  EXPECT_EQ(ThrottleWaitMs("read size limit exceeded - wait 9sec, 30ms"), 9030);
  EXPECT_EQ(ThrottleWaitMs("write size limit exceeded - wait 1min, 2sec, 3ms"), 62'003);
  EXPECT_EQ(ThrottleWaitMs("request capacity unit exceeded - wait 2hrs, 5mins, 0ms"), 7'500'000);
}

TEST(ThrottleWaitTest, OtherTextsSayNothing) {
  EXPECT_FALSE(ThrottleWaitMs(""));
  EXPECT_FALSE(ThrottleWaitMs("number of requests exceeded"));
  EXPECT_FALSE(ThrottleWaitMs("x - wait long"));
  EXPECT_FALSE(ThrottleWaitMs("x - wait 5 parsecs"));
}

}  // namespace
}  // namespace basalt::client
