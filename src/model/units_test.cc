#include "model/units.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace basalt::model {
namespace {

TEST(UnitsTest, TimesAreReadAsHBaseReadsThem) {
  const struct {
    std::string_view text;
    int64_t seconds;
  } cases[] = {
      {"1 DAY", 86400},
      {"1DAY", 86400},
      {"1 day 2 hours 3 minutes 4 seconds", 93784},
      {"93784 SECONDS (1 DAY 2 HOURS 3 MINUTES 4 SECONDS)", 93784},
      {"FOREVER", 2147483647},
      {"forever", 2147483647},
      {"100", 100},
      {"-5", -5},
      {"+7", 7},
      {" 2 HOURS", 7200},
      {"2 HOURS ", 7200},
      {"5 SECONDS", 5},
      {"1 DAYS)", 86400},
      {"7 SECOND (7 SECONDS)", 7},
      {"90 MINUTES", 5400},
  };
  for (const auto& c : cases) {
    const auto seconds = ParseWithUnit(c.text, Unit::kSeconds);
    ASSERT_TRUE(seconds.ok()) << c.text << ": " << seconds.status().message();
    EXPECT_EQ(*seconds, c.seconds) << c.text;
  }
}

TEST(UnitsTest, SizesAreReadAsHBaseReadsThem) {
  const struct {
    std::string_view text;
    int64_t bytes;
  } cases[] = {
      {"64KB", 65536},
      {"64 kb", 65536},
      {"1G", 1073741824},
      {"1 GB 25 MB", 1099956224},
      {"10763632640 B (10GB 25MB)", 10763632640},
      {"65536 (64KB)", 65536},
      {"5 B", 5},
      {"1KB 20", 1044},
      {"20", 20},
      {"1TB 1B", 1099511627777},
  };
  for (const auto& c : cases) {
    const auto bytes = ParseWithUnit(c.text, Unit::kBytes);
    ASSERT_TRUE(bytes.ok()) << c.text << ": " << bytes.status().message();
    EXPECT_EQ(*bytes, c.bytes) << c.text;
  }
}

TEST(UnitsTest, NonsenseIsRefused) {
  const struct {
    std::string_view text;
    Unit unit;
    std::string_view message;
  } cases[] = {
      {"abc", Unit::kSeconds, "For input string: \"abc\""},
      {"", Unit::kSeconds, "For input string: \"\""},
      {"1 HOUR 1 DAY", Unit::kSeconds, "For input string: \"1 HOUR 1 DAY\""},
      {"1 WEEK", Unit::kSeconds, "For input string: \"1 WEEK\""},
      {"1 DAY x", Unit::kSeconds, "For input string: \"1 DAY x\""},
      {"+-1", Unit::kSeconds, "For input string: \"+-1\""},
      {"+", Unit::kSeconds, "For input string: \"+\""},
      {"9999999999999999 DAYS", Unit::kSeconds, "For input string: \"9999999999999999 DAYS\""},
      {"FOREVER", Unit::kBytes, "For input string: \"FOREVER\""},
      {"1 DAY", Unit::kNone, "For input string: \"1 DAY\""},
      {"93785 SECONDS (1 DAY 2 HOURS 3 MINUTES 4 SECONDS)", Unit::kSeconds,
       "Malformed TTL string: TTL values in seconds and human readableformat do not match"},
      {"65537 B (64KB)", Unit::kBytes,
       "Malformed size string: values in byte and human readableformat do not match"},
  };
  for (const auto& c : cases) {
    const auto value = ParseWithUnit(c.text, c.unit);
    ASSERT_FALSE(value.ok()) << c.text;
    EXPECT_EQ(value.status().code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(value.status().message(), c.message);
  }
}

TEST(UnitsTest, TimesPrintAsHBasePrintsThem) {
  const struct {
    int64_t seconds;
    std::string_view text;
  } cases[] = {
      {-1, "-1 SECONDS"},
      {0, "0 SECONDS"},
      {1, "1 SECOND"},
      {59, "59 SECONDS"},
      {60, "60 SECONDS (1 MINUTE)"},
      {61, "61 SECONDS (1 MINUTE 1 SECOND)"},
      {62, "62 SECONDS (1 MINUTE 2 SECOND)"},
      {121, "121 SECONDS (2 MINUTES 1 SECONDS)"},
      {3600, "3600 SECONDS (1 HOUR)"},
      {86400, "86400 SECONDS (1 DAY)"},
      {86401, "86401 SECONDS (1 DAY 1 SECONDS)"},
      {90061, "90061 SECONDS (1 DAY 1 HOUR 1 MINUTE 1 SECOND)"},
      {2147483646, "2147483646 SECONDS (24855 DAYS 3 HOURS 14 MINUTES 6 SECONDS)"},
      {2147483647, "FOREVER"},
  };
  for (const auto& c : cases) EXPECT_EQ(FormatWithUnit(c.seconds, Unit::kSeconds), c.text);
}

TEST(UnitsTest, SizesPrintAsHBasePrintsThem) {
  const struct {
    int64_t bytes;
    std::string_view text;
  } cases[] = {
      {-1, "-1 B"},
      {0, "0 B"},
      {1023, "1023 B"},
      {1024, "1024 B (1KB)"},
      {1025, "1025 B (1KB 1B)"},
      {65536, "65536 B (64KB)"},
      {1048576, "1048576 B (1MB)"},
      {10763632640, "10763632640 B (10GB 25MB)"},
      {1099511627776, "1099511627776 B (1TB)"},
      {std::numeric_limits<int64_t>::max(),
       "9223372036854775807 B (8388607TB 1023GB 1023MB 1023KB 1023B)"},
  };
  for (const auto& c : cases) EXPECT_EQ(FormatWithUnit(c.bytes, Unit::kBytes), c.text);
}

TEST(UnitsTest, WhatIsPrintedReadsBack) {
  std::mt19937_64 random(9);
  for (int round = 0; round < 2000; ++round) {
    const auto seconds = static_cast<int64_t>(random() % 2147483647);
    EXPECT_EQ(ParseWithUnit(FormatWithUnit(seconds, Unit::kSeconds), Unit::kSeconds).value(),
              seconds);
    const auto bytes = static_cast<int64_t>(random() >> (1 + random() % 62));
    EXPECT_EQ(ParseWithUnit(FormatWithUnit(bytes, Unit::kBytes), Unit::kBytes).value(), bytes);
  }
}

TEST(UnitsTest, IntegersAreJavas) {
  EXPECT_EQ(ParseInteger("-2147483648", INT32_MIN, INT32_MAX), INT32_MIN);
  EXPECT_EQ(ParseInteger("+2147483647", INT32_MIN, INT32_MAX), INT32_MAX);
  for (const std::string_view text : {"2147483648", "-2147483649", "", " 1", "1 ", "0x1", "1.0",
                                      "--1", "+", "99999999999999999999"}) {
    EXPECT_EQ(ParseInteger(text, INT32_MIN, INT32_MAX), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace basalt::model
