#include "server/service/admin_maintenance.h"

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

TEST(MaintenanceBookTest, CompactionsCountWhileTheirObjectsLive) {
  CompactionTracker book;
  const auto region = MakeRegion(1);
  EXPECT_EQ(book.Of(*region).major, 0);
  {
    auto first = book.Start(region, CompactionKind::kMajor);
    const auto second = book.Start(region, CompactionKind::kMinor);
    EXPECT_EQ(book.Of(*region).major, 1);
    EXPECT_EQ(book.Of(*region).minor, 1);
    const auto moved = std::move(first);
    EXPECT_EQ(book.Of(*region).major, 1);
  }
  EXPECT_EQ(book.Of(*region).major, 0);
  EXPECT_EQ(book.Of(*region).minor, 0);
}

TEST(MaintenanceBookTest, TimesAreKeptByRegion) {
  CompactionTracker book;
  const auto region = MakeRegion(1);
  book.NoteFlush(region, 5);
  book.NoteMajor(region, 6);
  EXPECT_EQ(book.Of(*region).last_flush_ms, 5);
  EXPECT_EQ(book.Of(*region).last_major_ms, 6);
  EXPECT_EQ(book.Of(*MakeRegion(2)).last_flush_ms, 0);
}

TEST(MaintenanceBookTest, RegionsThatAreGoneAreForgottenInTime) {
  CompactionTracker book;
  book.NoteMajor(MakeRegion(1), 6);
  const auto kept = MakeRegion(2);
  book.NoteMajor(kept, 7);
  for (int i = 3; i < 3000; ++i) book.NoteFlush(MakeRegion(i), 1);
  EXPECT_EQ(book.Of(*MakeRegion(1)).last_major_ms, 0);
  EXPECT_EQ(book.Of(*kept).last_major_ms, 7);
}

}  // namespace
}  // namespace basalt::server
