// A disk that runs low: writes are rejected before it is full, and resume when there is space.
#include "store/disk_space.h"

#include <atomic>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "basalt/mutation.h"
#include "base/testing.h"
#include "store/cell_table.h"
#include "store/maintenance.h"
#include "store/store.h"

namespace basalt::store {
namespace {

constexpr uint64_t kMegabyte = 1 << 20;

TEST(DiskLimitTest, TheLargerOfTheTwoCounts) {
  EXPECT_EQ((DiskLimit{1000, 1}).BytesOf(50'000), 1000U);
  EXPECT_EQ((DiskLimit{1000, 1}).BytesOf(500'000), 5000U);
  EXPECT_EQ((DiskLimit{0, 0}).BytesOf(500'000), 0U);
}

class DiskSpaceTest : public testing::Test {
 protected:
  DiskSpaceTest() {
    StoreOptions options;
    options.disk_limit = {100 * kMegabyte, 1};
    options.look_at_disk = [this](const std::string&) {
      return DiskRoom{free_bytes_, 1000 * kMegabyte};
    };
    store_ = *Store::Open(dir_.Sub("data"), options);
    const FamilyDescriptor family("f");
    TableDescriptor descriptor(*TableName::Parse("t"));
    EXPECT_TRUE(descriptor.AddFamily(family).ok());
    table_ = std::make_unique<CellTable>(store_, 1, descriptor,
                                         std::vector{*store_->CreateFamily("1.f", family)});
  }
  Status Put() {
    const Mutation put = basalt::Put("r").AddColumn("f", "q", "v");
    return table_->MutateRow("r", {&put, 1}).status();
  }

  base::TempDir dir_;
  std::atomic<uint64_t> free_bytes_{500 * kMegabyte};
  std::shared_ptr<Store> store_;
  std::unique_ptr<CellTable> table_;
};

TEST_F(DiskSpaceTest, WritesStopAndGoOn) {
  ASSERT_TRUE(Put().ok());
  free_bytes_ = 99 * kMegabyte;
  ASSERT_TRUE(Put().ok()) << "nobody has looked";
  EXPECT_TRUE(store_->disk_space().Look());
  EXPECT_FALSE(store_->disk_space().Look());
  const Status refused = Put();
  EXPECT_EQ(refused.code(), StatusCode::kSpaceLimit);
  for (const char* part : {"99 MB", "1000 MB", "100 MB", "Drop or truncate"}) {
    EXPECT_NE(refused.message().find(part), std::string::npos) << refused.message();
  }
  EXPECT_NE(refused.message().find(dir_.Sub("data")), std::string::npos) << refused.message();

  // A little more than the limit is not enough.
  free_bytes_ = 105 * kMegabyte;
  EXPECT_FALSE(store_->disk_space().Look());
  EXPECT_EQ(Put().code(), StatusCode::kSpaceLimit);
  free_bytes_ = 111 * kMegabyte;
  EXPECT_TRUE(store_->disk_space().Look());
  EXPECT_TRUE(Put().ok());
}

TEST_F(DiskSpaceTest, AFlushLooksAndTheRestGoesOn) {
  ASSERT_TRUE(Put().ok());
  free_bytes_ = kMegabyte;
  Family& family = *table_->FindFamily("f")->family;
  ASSERT_TRUE(FlushFamily(*store_, family).ok());
  EXPECT_EQ(Put().code(), StatusCode::kSpaceLimit);
  EXPECT_TRUE(table_->Get(Get("r"))->GetValue("f", "q").has_value());
  EXPECT_TRUE(MajorCompactFamily(*store_, 1, family, {}).ok());
  EXPECT_TRUE(store_->WriteRecords({{"key", "value"}}).ok()) << "changes of tables";
  EXPECT_TRUE(store_->CreateFamily("2.f", FamilyDescriptor("f")).ok());
  EXPECT_TRUE(store_->DropFamily("2.f").ok());
}

TEST(DiskLookTest, RealDisksAnswer) {
  const base::TempDir dir;
  const auto room = LookAtDisk(dir.path());
  ASSERT_TRUE(room);
  EXPECT_GT(room->total_bytes, 0U);
  EXPECT_LE(room->free_bytes, room->total_bytes);
  EXPECT_FALSE(LookAtDisk(dir.Sub("absent")));
}

}  // namespace
}  // namespace basalt::store
