// What a sweep must keep to while others read, write and flush.
#include "store/sweep.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/utilities/debug.h>

#include "base/testing.h"
#include "store/cell_codec.h"
#include "store/cell_table.h"
#include "store/maintenance.h"
#include "store/store.h"

namespace basalt::store {
namespace {

constexpr int64_t kSweepTestTime = 1'000'000'000'000;

// Calls the test whenever it is asked for the time. A sweep asks before it looks at a range, and
// again for each row that it has locked.
class ProbingClock : public Clock {
 public:
  int64_t NowMs() const override {
    if (probe) probe();
    return kSweepTestTime;
  }
  std::function<void()> probe;
};

class SweepTest : public testing::Test {
 protected:
  static constexpr uint64_t kTableId = 1;

  void SetUp() override {
    StoreOptions options;
    options.clock = &clock_;
    options.automatic_compactions = false;
    auto store = Store::Open(dir_.Sub("data"), options);
    ASSERT_TRUE(store.ok()) << store.status().ToString();
    store_ = *store;
    const FamilyDescriptor family("f");
    TableDescriptor descriptor(*TableName::Parse("t"));
    ASSERT_TRUE(descriptor.AddFamily(family).ok());
    auto handle = store_->CreateFamily("1.f", family);
    ASSERT_TRUE(handle.ok()) << handle.status().ToString();
    table_ = std::make_unique<CellTable>(store_, kTableId, descriptor,
                                         std::vector<std::shared_ptr<Family>>{*handle});
  }

  Family& family() { return *table_->FindFamily("f")->family; }
  void Write(const Mutation& mutation) {
    const Status status = table_->MutateRow(mutation.row(), {&mutation, 1}).status();
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  static void SweepRow(Sweep& sweep, const Bytes& row) {
    const Status status = sweep.Run(EncodeRow(row), AfterPrefix(EncodeRow(row)));
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  // Whether another thread could write the row now.
  bool RowIsFree(const Bytes& row) {
    bool free = false;
    std::thread([&] {
      free = store_->row_locks().LockOne(kTableId, row, false, /*may_wait=*/false).locked();
    }).join();
    return free;
  }
  size_t CountCells(const Scan& scan) {
    const auto scanner = table_->OpenScanner(scan);
    RowResult row;
    size_t cells = 0;
    while ((*scanner)->Next(row).value()) cells += row.size();
    return cells;
  }

  base::TempDir dir_;
  ProbingClock clock_;
  std::shared_ptr<Store> store_;
  std::unique_ptr<CellTable> table_;
};

// A put between the look at a row and its deletions would be judged without having been seen.
TEST_F(SweepTest, NobodyWritesTheRowThatIsSwept) {
  Write(Put("r").AddColumn("f", "q", "v"));
  Write(Delete("r"));
  Sweep sweep(*store_, kTableId, family(), 0);
  int probes = 0;
  int locked = 0;
  clock_.probe = [&] {
    ++probes;
    if (!RowIsFree("r")) ++locked;
  };
  SweepRow(sweep, "r");
  clock_.probe = nullptr;
  EXPECT_EQ(sweep.cells_dropped(), 2U);
  EXPECT_GT(probes, locked) << "the row is not locked while the sweep looks for rows";
  EXPECT_EQ(locked, 1);
  EXPECT_TRUE(RowIsFree("r"));
}

// A large row is swept in several writes. If the marker went with the first, the cells that it
// hides would be visible until the last.
TEST_F(SweepTest, MarkersGoAfterAllThatTheyHide) {
  constexpr int kCells = 40;
  Put put("r");
  for (int i = 0; i < kCells; ++i) {
    // The keys alone are more than one of the sweep's writes.
    put.AddColumn("f", std::to_string(i) + Bytes(32'000, 'q'), "v");
  }
  Write(put);
  Write(Delete("r"));
  Sweep sweep(*store_, kTableId, family(), 0);
  SweepRow(sweep, "r");
  EXPECT_EQ(sweep.cells_dropped(), kCells + 1U);

  std::vector<rocksdb::KeyVersion> versions;
  const rocksdb::Status listed = rocksdb::GetAllKeyVersions(
      &store_->engine(), family().handle(), rocksdb::Slice(), rocksdb::Slice(), 10'000, &versions);
  ASSERT_TRUE(listed.ok()) << listed.ToString();
  constexpr int kDeletion = 0;  // RocksDB's kTypeDeletion
  uint64_t last_cell = 0;
  uint64_t marker = 0;
  int deletions = 0;
  for (const rocksdb::KeyVersion& version : versions) {
    if (version.type != kDeletion) continue;
    ++deletions;
    if (IsDeleteMarker(DecodeType(version.user_key))) {
      marker = version.sequence;
    } else {
      last_cell = std::max(last_cell, version.sequence);
    }
  }
  EXPECT_EQ(deletions, kCells + 1);
  EXPECT_GT(marker, last_cell);
}

// A flush may drop a hidden cell without leaving a deletion, as nothing older of the same key is in
// its input; but a sweep's deletion is.
TEST_F(SweepTest, AFlushLeavesTheDeletionsOfARunningSweep) {
  Write(Put("r").AddColumn("f", "q", 1, "old"));
  ASSERT_TRUE(FlushFamily(*store_, family()).ok());
  Write(Put("r").AddColumn("f", "q", 5, "new"));
  Scan raw;
  raw.SetRaw(true).ReadAllVersions();
  ASSERT_EQ(CountCells(raw), 2U);
  {
    Sweep sweep(*store_, kTableId, family(), 0);
    SweepRow(sweep, "r");
    ASSERT_EQ(sweep.cells_dropped(), 1U);
    // The same cell again, after its row was swept and before the sweep is over.
    Write(Put("r").AddColumn("f", "q", 1, "again"));
    ASSERT_TRUE(FlushFamily(*store_, family()).ok());
  }
  EXPECT_EQ(CountCells(raw), 1U) << "the old cell has come back";
}

}  // namespace
}  // namespace basalt::store
