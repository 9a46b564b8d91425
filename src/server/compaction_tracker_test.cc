#include "server/compaction_tracker.h"

#include <memory>
#include <utility>

#include <gtest/gtest.h>

namespace basalt::server {
namespace {

std::shared_ptr<catalog::Region> MakeRegion(int number) {
  model::RegionInfo info{.table = *TableName::Parse("t")};
  info.region_id = number;
  return std::make_shared<catalog::Region>(std::move(info), nullptr, true);
}

TEST(CompactionTrackerTest, CompactionsCountWhileTheirObjectsLive) {
  CompactionTracker tracker;
  const auto region = MakeRegion(1);
  EXPECT_EQ(tracker.Of(*region).major, 0);
  {
    auto first = tracker.Start(region, CompactionKind::kMajor);
    const auto second = tracker.Start(region, CompactionKind::kMinor);
    EXPECT_EQ(tracker.Of(*region).major, 1);
    EXPECT_EQ(tracker.Of(*region).minor, 1);
    const auto moved = std::move(first);
    EXPECT_EQ(tracker.Of(*region).major, 1);
  }
  EXPECT_EQ(tracker.Of(*region).major, 0);
  EXPECT_EQ(tracker.Of(*region).minor, 0);
}

TEST(CompactionTrackerTest, TimesAreKeptByRegion) {
  CompactionTracker tracker;
  const auto region = MakeRegion(1);
  tracker.NoteFlush(region, 5);
  tracker.NoteMajor(region, 6);
  EXPECT_EQ(tracker.Of(*region).last_flush_ms, 5);
  EXPECT_EQ(tracker.Of(*region).last_major_ms, 6);
  EXPECT_EQ(tracker.Of(*MakeRegion(2)).last_flush_ms, 0);
}

TEST(CompactionTrackerTest, RegionsThatAreGoneAreForgottenInTime) {
  CompactionTracker tracker;
  tracker.NoteMajor(MakeRegion(1), 6);
  const auto kept = MakeRegion(2);
  tracker.NoteMajor(kept, 7);
  for (int i = 3; i < 3000; ++i) tracker.NoteFlush(MakeRegion(i), 1);
  EXPECT_EQ(tracker.Of(*MakeRegion(1)).last_major_ms, 0);
  EXPECT_EQ(tracker.Of(*kept).last_major_ms, 7);
}

}  // namespace
}  // namespace basalt::server
