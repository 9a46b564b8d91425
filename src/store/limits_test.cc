// The compaction throttle and the limit on the sum of memstores.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include "basalt/mutation.h"
#include "base/testing.h"
#include "store/cell_table.h"
#include "store/compaction_throttle.h"
#include "store/disk_error_handler.h"
#include "store/maintenance.h"
#include "store/store.h"

namespace basalt::store {
namespace {

TEST(CompactionSpeedTest, GrowsWithThePressure) {
  EXPECT_EQ(CompactionSpeed(50, 100, 0), 50U);
  EXPECT_EQ(CompactionSpeed(50, 100, 0.5), 75U);
  EXPECT_EQ(CompactionSpeed(50, 100, 1), 100U);
  EXPECT_EQ(CompactionSpeed(50, 100, 1.01), 0U) << "no limit";
  EXPECT_EQ(CompactionSpeed(50, 20, 0.5), 50U) << "a higher bound that is lower";
}

TEST(CompactionThrottleTest, HoldsBackCompactionsAlone) {
  CompactionThrottle throttle(1 << 20, 2 << 20);
  using Limiter = rocksdb::RateLimiter;
  throttle.Request(100, rocksdb::Env::IO_HIGH, nullptr, Limiter::OpType::kWrite);
  EXPECT_EQ(throttle.GetTotalBytesThrough(rocksdb::Env::IO_TOTAL), 0) << "a flush";
  throttle.Request(100, rocksdb::Env::IO_LOW, nullptr, Limiter::OpType::kWrite);
  EXPECT_EQ(throttle.GetTotalBytesThrough(rocksdb::Env::IO_TOTAL), 100);
  throttle.Tune(1);
  EXPECT_EQ(throttle.bytes_per_second(), 2U << 20);
  throttle.Tune(2);
  EXPECT_EQ(throttle.bytes_per_second(), 0U);
  throttle.Tune(0);
  EXPECT_EQ(throttle.bytes_per_second(), 1U << 20);
}

class Limits : public testing::Test {
 protected:
  static constexpr int kFamilies = 20;

  void Open(const StoreOptions& options) {
    store_ = *Store::Open(dir_.Sub("data"), options);
    TableDescriptor descriptor(*TableName::Parse("t"));
    std::vector<std::shared_ptr<Family>> handles;
    for (int i = 0; i < kFamilies; ++i) {
      const FamilyDescriptor family("f" + std::to_string(i));
      ASSERT_TRUE(descriptor.AddFamily(family).ok());
      handles.push_back(*store_->CreateFamily("1." + family.name(), family));
    }
    table_ = std::make_unique<CellTable>(store_, 1, descriptor, handles);
  }
  void Put(const std::string& row, const std::string& family, size_t bytes) {
    const Mutation put = basalt::Put(row).AddColumn(family, "q", std::string(bytes, 'x'));
    const Status status = table_->MutateRow(row, {&put, 1}).status();
    ASSERT_TRUE(status.ok()) << status.ToString();
  }

  base::TempDir dir_;
  std::shared_ptr<Store> store_;
  std::unique_ptr<CellTable> table_;
};

TEST_F(Limits, ManyFamiliesTogetherStayBelowTheirLimit) {
  constexpr uint64_t kTotal = 48 << 20;
  // A family's memory grows by blocks of this size.
  constexpr uint64_t kBlock = 1 << 20;
  StoreOptions options;
  options.memstore_total_bytes = kTotal;
  Open(options);
  std::atomic<uint64_t> highest = 0;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&, writer] {
      for (int i = 0; i < 4000; ++i) {
        Put("r" + std::to_string(i), "f" + std::to_string((writer + i) % kFamilies), 10'000);
        const uint64_t now = store_->disk_error_handler().memory().used_bytes();
        if (now > highest) highest = now;
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  // 160 MB were written, and no family alone came near the 64 MB at which it is flushed.
  EXPECT_LE(highest, kTotal + 4 * 2 * kBlock);
  EXPECT_GT(highest, kTotal / 2);
}

TEST_F(Limits, CompactionsPassTheThrottleAndFlushesDoNot) {
  StoreOptions options;
  options.automatic_compactions = false;
  options.compaction_lower_bytes_per_s = 64 << 20;
  options.compaction_higher_bytes_per_s = 64 << 20;
  Open(options);
  Family& family = *table_->FindFamily("f0")->family;
  for (int file = 0; file < 2; ++file) {
    for (int i = 0; i < 100; ++i) Put("r" + std::to_string(i), "f0", 1000);
    ASSERT_TRUE(FlushFamily(*store_, family).ok());
  }
  EXPECT_EQ(store_->throttle()->GetTotalBytesThrough(rocksdb::Env::IO_TOTAL), 0);
  EXPECT_GT(CompactionPressure(*store_), 0);
  ASSERT_TRUE(MajorCompactFamily(*store_, 1, family, {}).ok());
  EXPECT_GT(store_->throttle()->GetTotalBytesThrough(rocksdb::Env::IO_TOTAL), 100'000);
  TuneThrottle(*store_);
  EXPECT_EQ(store_->throttle()->bytes_per_second(), 64U << 20);
}

}  // namespace
}  // namespace basalt::store
