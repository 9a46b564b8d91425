// A disk that fills up: clear errors, no acknowledged write is lost, reads continue, and writes
// resume when there is space again. Each test runs on a tmpfs and with a byte budget
// (small_disk.h).
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "random.h"
#include "small_disk.h"
#include "test_store.h"

namespace basalt::crash {
namespace {

constexpr size_t kValueBytes = 1000;

class DiskFull : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const bool tmpfs = std::string(GetParam()) == "tmpfs";
    disk_ = tmpfs ? SmallDisk::NewTmpfs() : SmallDisk::NewBudget();
    if (disk_ == nullptr) GTEST_SKIP() << "SKIPPED: this process may not mount a tmpfs";
    store_ = std::make_unique<TestStore>();
    store_->set_directory(disk_->directory());
    store_->options().memstore_flush_bytes = 256 << 10;
    store_->options().block_cache_bytes = 4 << 20;
  }
  void TearDown() override {
    store_.reset();
    disk_.reset();
  }

  void Create() {
    store_->Open();
    store_->CreateTable({FamilyDescriptor("a"), FamilyDescriptor("b")});
  }

  // Puts a new row over both families; remembers it if it is acknowledged.
  Status PutRow(Durability durability = Durability::kUseDefault) {
    const std::string row = "r" + std::to_string(next_row_++);
    // Does not compress, so that it needs the room it seems to need.
    const Bytes value = row + random_.Letters(kValueBytes);
    Status status = store_->table()->Put(
        Put(row).AddColumn("a", "q", value).AddColumn("b", "q", value).SetDurability(durability));
    (status.ok() ? acknowledged_ : refused_)[row] = value;
    return status;
  }
  void PutRows(int count) {
    for (int i = 0; i < count; ++i) MustBeOk(PutRow());
  }
  // There is room again; the store looks for it now and then.
  void WaitForWrites() {
    disk_->MakeRoom();
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    Status status = PutRow();
    while (!status.ok() && std::chrono::steady_clock::now() < deadline) {
      ExpectNoSpace(status);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      status = PutRow();
    }
    MustBeOk(status);
  }
  // Puts until the disk is full. False if it never is.
  bool Fill(Durability durability = Durability::kUseDefault) {
    for (int i = 0; i < 40'000; ++i) {
      const Status status = PutRow(durability);
      if (status.ok()) continue;
      ExpectNoSpace(status);
      return true;
    }
    return false;
  }

  static void ExpectNoSpace(const Status& status) {
    EXPECT_EQ(status.code(), StatusCode::kNoSpace) << status.ToString();
    EXPECT_NE(status.message().find("No space left on device"), std::string::npos)
        << status.ToString();
  }

  // Everything acknowledged is there, whole; what was refused is there whole or not at all.
  void ExpectAllThere() {
    const auto contents = store_->Read();
    ASSERT_TRUE(contents.ok()) << contents.status().ToString();
    size_t cells = 0;
    const auto holds = [&](const std::string& row, const char* column, const Bytes& value) {
      const auto found = contents->find(row + "/" + column);
      if (found == contents->end()) return false;
      ++cells;
      EXPECT_EQ(found->second, value) << row;
      return true;
    };
    for (const auto& [row, value] : acknowledged_) {
      EXPECT_TRUE(holds(row, "a:q", value)) << row << " lost family a";
      EXPECT_TRUE(holds(row, "b:q", value)) << row << " lost family b";
    }
    for (const auto& [row, value] : refused_) {
      EXPECT_EQ(holds(row, "a:q", value), holds(row, "b:q", value)) << "half of row " << row;
    }
    EXPECT_EQ(cells, contents->size());
  }

  // A process that takes over now, on a disk with room, finds all that was acknowledged.
  void ExpectAllThereAfterKill() {
    disk_->MakeRoom();
    const std::string copy = disk_->CopyAsAfterKill();
    store_->Close();
    store_->set_directory(copy);
    store_->Open();
    ExpectAllThere();
    PutRows(10);
  }

  std::unique_ptr<SmallDisk> disk_;
  std::unique_ptr<TestStore> store_;
  Random random_{1};
  int next_row_ = 0;
  std::map<std::string, Bytes> acknowledged_;
  std::map<std::string, Bytes> refused_;
};

TEST_P(DiskFull, WritesFailReadsGoOnAndRoomMakesThemWorkAgain) {
  Create();
  PutRows(100);
  disk_->LeaveRoom(4 << 20);
  ASSERT_TRUE(Fill());
  for (int i = 0; i < 5; ++i) ExpectNoSpace(PutRow());
  ExpectAllThere();

  WaitForWrites();
  PutRows(2000);
  ExpectAllThere();
  store_->Open();
  ExpectAllThere();
  PutRows(100);
}

TEST_P(DiskFull, SyncedWritesFailToo) {
  Create();
  disk_->LeaveRoom(1 << 20);
  ASSERT_TRUE(Fill(Durability::kFsyncWal));
  ExpectAllThere();
  WaitForWrites();
  PutRows(100);
  store_->Open();
  ExpectAllThere();
}

TEST_P(DiskFull, NothingIsLostWhenKilledWhileFull) {
  Create();
  disk_->LeaveRoom(3 << 20);
  ASSERT_TRUE(Fill());
  ExpectAllThereAfterKill();
}

TEST_P(DiskFull, OpensAgainAfterItWasClosedWhileFull) {
  Create();
  disk_->LeaveRoom(2 << 20);
  ASSERT_TRUE(Fill());
  store_->Close();
  const Status status = store_->TryOpen();
  if (status.ok()) {
    ExpectAllThere();
  } else {
    ExpectNoSpace(status);
  }
  disk_->MakeRoom();
  store_->Open();
  ExpectAllThere();
  PutRows(100);
}

TEST_P(DiskFull, FlushFailsAndCanBeRepeated) {
  store_->options().memstore_flush_bytes = 8 << 20;
  Create();
  PutRows(1000);
  disk_->LeaveRoom(100 << 10);
  ExpectNoSpace(store_->admin().Flush(TestStore::name()));
  ExpectAllThere();
  WaitForWrites();
  MustBeOk(store_->admin().Flush(TestStore::name()));
  PutRows(10);
  store_->Open();
  ExpectAllThere();
}

TEST_P(DiskFull, UnloggedWritesThatAFullDiskKeepsInMemoryAreFlushedLater) {
  store_->options().memstore_flush_bytes = 8 << 20;
  Create();
  for (int i = 0; i < 500; ++i) MustBeOk(PutRow(Durability::kSkipWal));
  disk_->LeaveRoom(100 << 10);
  ExpectNoSpace(store_->admin().Flush(TestStore::name()));
  ExpectAllThere();
  WaitForWrites();
  MustBeOk(store_->admin().Flush(TestStore::name()));
  ExpectAllThereAfterKill();
}

TEST_P(DiskFull, CompactionFailsAndWritesGoOn) {
  store_->options().automatic_compactions = false;
  Create();
  for (int file = 0; file < 3; ++file) {
    PutRows(500);
    MustBeOk(store_->admin().Flush(TestStore::name()));
  }
  disk_->LeaveRoom(600 << 10);
  ExpectNoSpace(store_->admin().MajorCompact(TestStore::name()));
  ExpectAllThere();
  // A compaction can wait; there is room for small writes.
  disk_->LeaveRoom(600 << 10);
  PutRows(20);
  ExpectAllThere();

  disk_->MakeRoom();
  MustBeOk(store_->admin().MajorCompact(TestStore::name()));
  ExpectAllThere();
  store_->Open();
  ExpectAllThere();
}

// Background work finds the disk full now and then while rows come and go.
TEST_P(DiskFull, ManyTimes) {
  Create();
  for (int round = 0; round < 3; ++round) {
    disk_->LeaveRoom(static_cast<uint64_t>(random_.Between(100, 3000)) << 10);
    ASSERT_TRUE(Fill()) << "round " << round;
    WaitForWrites();
    PutRows(50);
    MustBeOk(store_->admin().Flush(TestStore::name()));
    // Room for the next round.
    for (const auto& [row, value] : acknowledged_) {
      MustBeOk(store_->table()->Delete(Delete(row)));
    }
    acknowledged_.clear();
    for (const auto& [row, value] : refused_) MustBeOk(store_->table()->Delete(Delete(row)));
    refused_.clear();
    MustBeOk(store_->admin().MajorCompact(TestStore::name()));
    PutRows(50);
    ExpectAllThere();
  }
  store_->Open();
  ExpectAllThere();
}

TEST_P(DiskFull, ChangesOfTablesHappenOrDoNot) {
  Create();
  PutRows(50);
  const TableName other = *TableName::Parse("other");
  TableDescriptor descriptor(other);
  MustBeOk(descriptor.AddFamily(FamilyDescriptor("f")));
  int refused = 0;
  for (const uint64_t room_kb : {0, 16, 64, 300, 2000}) {
    disk_->LeaveRoom(room_kb << 10);
    const Status created = store_->admin().CreateTable(descriptor);
    if (!created.ok()) {
      ++refused;
      EXPECT_EQ(created.code(), StatusCode::kNoSpace) << created.ToString();
    }
    EXPECT_EQ(*store_->admin().TableExists(other), created.ok());
    const Status added = store_->admin().AddFamily(TestStore::name(), FamilyDescriptor("x"));
    if (!added.ok()) {
      EXPECT_EQ(added.code(), StatusCode::kNoSpace) << added.ToString();
    }
    ExpectAllThere();

    WaitForWrites();
    if (created.ok()) {
      MustBeOk(store_->admin().DisableTable(other));
      MustBeOk(store_->admin().DeleteTable(other));
    }
    if (added.ok()) MustBeOk(store_->admin().DeleteFamily(TestStore::name(), "x"));
  }
  EXPECT_GT(refused, 0);
  store_->Open();
  ExpectAllThere();
  MustBeOk(store_->admin().CreateTable(descriptor));
  EXPECT_EQ(store_->admin().GetDescriptor(TestStore::name())->families().size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Disks, DiskFull, testing::Values("tmpfs", "budget"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace basalt::crash
