#include "keys/time_values.h"

#include <gtest/gtest.h>

namespace basalt::keys {
namespace {

TEST(TimeValues, TimesHaveLimits) {
  EXPECT_TRUE(ParseMillis("2024-01-31T23:59:59Z"));
  EXPECT_FALSE(ParseMillis("2024-01-31T24:00:00Z"));
  EXPECT_FALSE(ParseMillis("2024-01-31T10:60:00Z"));
  EXPECT_FALSE(ParseMillis("2024-02-30"));
}

TEST(TimeValues, DatesFollowOneAnother) {
  EXPECT_EQ(NextDate(20240228), 20240229U);
  EXPECT_EQ(NextDate(20231231), 20240101U);
  EXPECT_EQ(NextDate(99991231), 99991231U) << "the last one";
}

}  // namespace
}  // namespace basalt::keys
