#include "shell/time_text.h"

#include <limits>

#include <gtest/gtest.h>

namespace basalt::shell {
namespace {

TEST(TimeTextTest, TimestampsAsJavaPrintsLocalDateTime) {
  EXPECT_EQ(FormatTimestamp(0), "1970-01-01T00:00");
  EXPECT_EQ(FormatTimestamp(10), "1970-01-01T00:00:00.010");
  EXPECT_EQ(FormatTimestamp(1704067201000), "2024-01-01T00:00:01");
  EXPECT_EQ(FormatTimestamp(1709251199999), "2024-02-29T23:59:59.999");
}

TEST(TimeTextTest, TimestampsThatAreNoDatesAreNumbers) {
  EXPECT_EQ(FormatTimestamp(-1), "-1");
  EXPECT_EQ(FormatTimestamp(std::numeric_limits<int64_t>::max()), "9223372036854775807");
}

TEST(TimeTextTest, TimesAsRubyPrintsThem) {
  EXPECT_EQ(FormatRubyTime(1704067201999), "2024-01-01 00:00:01 +0000");
}

}  // namespace
}  // namespace basalt::shell
