#include "catalog/major_schedule.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace basalt::catalog {
namespace {

constexpr int64_t kDay = 86'400'000;
constexpr MajorSchedule kServer{7 * kDay, 0.5};

TableDescriptor Table() { return TableDescriptor(*TableName::Parse("t")); }

TEST(MajorScheduleTest, VariesByRegionAndStaysTheSame) {
  int64_t earliest = 100 * kDay;
  int64_t latest = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string region = "region" + std::to_string(i);
    const auto next = NextMajorMs(kServer, region, "f", 1000 * kDay);
    ASSERT_TRUE(next);
    EXPECT_EQ(next, NextMajorMs(kServer, region, "f", 1000 * kDay));
    earliest = std::min(earliest, *next - 1000 * kDay);
    latest = std::max(latest, *next - 1000 * kDay);
  }
  EXPECT_GE(earliest, 7 * kDay / 2);
  EXPECT_LT(earliest, 4 * kDay);
  EXPECT_LE(latest, 7 * kDay * 3 / 2);
  EXPECT_GT(latest, 10 * kDay);
  EXPECT_NE(NextMajorMs(kServer, "r", "f", 0), NextMajorMs(kServer, "r", "g", 0));
  EXPECT_EQ(NextMajorMs({kDay, 0}, "r", "f", 5), 5 + kDay);
  EXPECT_FALSE(NextMajorMs({0, 0.5}, "r", "f", 0));
}

TEST(MajorScheduleTest, FamilyGoesBeforeTableBeforeServer) {
  TableDescriptor table = Table();
  FamilyDescriptor family("f");
  EXPECT_EQ(ScheduleFor(table, family, kServer).period_ms, 7 * kDay);
  table.SetAttribute("hbase.hregion.majorcompaction", "1000");
  EXPECT_EQ(ScheduleFor(table, family, kServer).period_ms, 1000);
  family.SetConfiguration("hbase.hregion.majorcompaction", "0");
  family.SetConfiguration("hbase.hregion.majorcompaction.jitter", "0.25");
  EXPECT_EQ(ScheduleFor(table, family, kServer).period_ms, 0);
  EXPECT_EQ(ScheduleFor(table, family, kServer).jitter, 0.25);
  family.SetConfiguration("hbase.hregion.majorcompaction", "soon");
  EXPECT_EQ(ScheduleFor(table, family, kServer).period_ms, 7 * kDay);
}

TEST(MajorScheduleTest, NeverWhereCompactionsAreOff) {
  TableDescriptor table = Table();
  table.SetAttribute("COMPACTION_ENABLED", "FALSE");
  EXPECT_EQ(ScheduleFor(table, FamilyDescriptor("f"), kServer).period_ms, 0);
}

}  // namespace
}  // namespace basalt::catalog
