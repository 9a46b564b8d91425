// A full disk during a log write, while there is nothing in memory to flush: the log must be
// replaced nevertheless when there is space again.
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include "small_disk.h"
#include "store/store.h"
#include "test_store.h"

namespace basalt::crash {
namespace {

class FullLog : public testing::Test {
 protected:
  FullLog() : disk_(SmallDisk::NewBudget()) {}
  ~FullLog() override {
    store_.reset();
    disk_.reset();
  }

  void Open() {
    store_.reset();
    store_ = MustGet(store::Store::Open(disk_->directory(), store::StoreOptions()));
  }
  Status WriteRecord(const std::string& key) { return store_->WriteRecords({{key, key}}); }
  // Flushes the only memory store there is.
  void Empty() {
    ASSERT_TRUE(store_->engine()
                    .Flush(rocksdb::FlushOptions(), store_->engine().DefaultColumnFamily())
                    .ok());
  }
  // Fills the disk in the middle of a record, waits until there is room, and writes.
  void FillAndGoOn() {
    disk_->LeaveRoom(10);
    const Status refused = WriteRecord("refused");
    ASSERT_EQ(refused.code(), StatusCode::kNoSpace) << refused.ToString();
    disk_->MakeRoom();
    Status status = WriteRecord("later");
    // RocksDB looks for room every few seconds.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (status.code() == StatusCode::kNoSpace && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      status = WriteRecord("later");
    }
    MustBeOk(status);
  }
  void ExpectRecord(const std::string& key) {
    EXPECT_EQ(MustGet(store_->GetRecord(key)), key) << key;
  }

  std::unique_ptr<SmallDisk> disk_;
  std::shared_ptr<store::Store> store_;
};

TEST_F(FullLog, IsReplacedAlthoughAllWasFlushed) {
  Open();
  MustBeOk(WriteRecord("first"));
  Empty();
  MustBeOk(WriteRecord("second"));
  Empty();
  FillAndGoOn();
  Empty();
  FillAndGoOn();
  ExpectRecord("first");
  ExpectRecord("later");
  Open();
  ExpectRecord("second");
  ExpectRecord("later");
}

TEST_F(FullLog, IsReplacedAlthoughNothingWasWrittenSinceTheStoreWasOpened) {
  Open();
  MustBeOk(WriteRecord("first"));
  Empty();
  Open();
  FillAndGoOn();
  Open();
  ExpectRecord("first");
  ExpectRecord("later");
}

}  // namespace
}  // namespace basalt::crash
