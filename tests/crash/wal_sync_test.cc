// When writes reach the disk: by a sync in the background that no writer waits for, or before the
// answer, with one sync for all who wait. The disk's syncs are slow here.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "io_hook.h"
#include "store/store.h"
#include "test_store.h"

namespace basalt::crash {
namespace {

constexpr std::chrono::milliseconds kSlowSync{10};

// Counts syncs of logs, and by whom; they take their time.
struct SyncWatch {
  std::mutex mutex;
  std::condition_variable happened;
  int log_syncs = 0;
  bool by_watched_thread = false;
  std::thread::id watched_thread;
  std::atomic<bool> slow{false};
};
SyncWatch* watch = nullptr;

bool IsLog(int fd) {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t length = ::readlink(link.c_str(), path, sizeof(path));
  return length > 0 && std::string_view(path, static_cast<size_t>(length)).ends_with(".log");
}

IoDecision WatchSyncs(IoCall call, int fd, size_t /*bytes*/) {
  if (call != IoCall::kSync || watch == nullptr || !IsLog(fd)) return {};
  if (watch->slow) std::this_thread::sleep_for(kSlowSync);
  {
    const std::lock_guard lock(watch->mutex);
    ++watch->log_syncs;
    watch->by_watched_thread |= std::this_thread::get_id() == watch->watched_thread;
  }
  watch->happened.notify_all();
  return {};
}

class WalSync : public testing::Test {
 protected:
  WalSync() {
    watch = &watch_;
    watch_.watched_thread = std::this_thread::get_id();
    SetIoHook(WatchSyncs);
  }
  ~WalSync() override {
    store_.reset();
    SetIoHook(nullptr);
    watch = nullptr;
  }
  void Open(int64_t interval_ms) {
    store::StoreOptions options;
    options.wal_sync_interval_ms = interval_ms;
    options.sync_wal_to_disk = sync_all_;
    store_ = MustGet(store::Store::Open(work_.Sub("data"), options));
    // Logs are created and synced as the store is opened.
    const std::lock_guard lock(watch_.mutex);
    watch_.log_syncs = 0;
    watch_.by_watched_thread = false;
  }
  int Syncs() {
    const std::lock_guard lock(watch_.mutex);
    return watch_.log_syncs;
  }

  WorkDirectory work_;
  SyncWatch watch_;
  bool sync_all_ = false;
  std::shared_ptr<store::Store> store_;
};

TEST_F(WalSync, HappensInTheBackgroundAndNoWriterWaits) {
  Open(200);
  for (int i = 0; i < 500; ++i) MustBeOk(store_->PutRecord("k" + std::to_string(i), "v"));
  std::unique_lock lock(watch_.mutex);
  // Ends as soon as the sync comes; a minute if it never does.
  ASSERT_TRUE(watch_.happened.wait_for(lock, std::chrono::minutes(1),
                                       [&] { return watch_.log_syncs > 0; }));
  EXPECT_FALSE(watch_.by_watched_thread);
}

TEST_F(WalSync, LagIsVisibleAndEnds) {
  Open(0);
  MustBeOk(store_->PutRecord("k", Bytes(1000, 'v')));
  EXPECT_GE(store_->wal_lag().bytes, 1000U);
  EXPECT_EQ(Syncs(), 0);
  // A synced write takes along what was written before.
  MustBeOk(store_->WriteRecords({{"l", "v"}}));
  EXPECT_EQ(store_->wal_lag().bytes, 0U);
  EXPECT_EQ(store_->wal_lag().ms, 0);
}

TEST_F(WalSync, IsNotRepeatedWhenNothingWasWritten) {
  Open(20);
  MustBeOk(store_->PutRecord("k", "v"));
  std::unique_lock lock(watch_.mutex);
  ASSERT_TRUE(watch_.happened.wait_for(lock, std::chrono::minutes(1),
                                       [&] { return watch_.log_syncs > 0; }));
  const int before = watch_.log_syncs;
  EXPECT_FALSE(watch_.happened.wait_for(lock, std::chrono::milliseconds(200),
                                        [&] { return watch_.log_syncs > before; }));
}

TEST_F(WalSync, OfAllWritesIfAskedFor) {
  sync_all_ = true;
  Open(0);
  MustBeOk(store_->PutRecord("k", "v"));
  EXPECT_EQ(Syncs(), 1);
  EXPECT_EQ(store_->wal_lag().bytes, 0U);
}

TEST_F(WalSync, IsSharedByWritersWhoWait) {
  constexpr int kWriters = 16;
  constexpr int kWritesEach = 20;
  Open(0);
  watch_.slow = true;
  const int before = Syncs();
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([this, writer] {
      for (int i = 0; i < kWritesEach; ++i) {
        MustBeOk(store_->WriteRecords({{std::to_string(writer * 1000 + i), Bytes("v")}}));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  // One writer alone needs a sync for each write. Syncs are counted, not timed: how fast they are
  // is the disk's business.
  const int syncs = Syncs() - before;
  EXPECT_LE(syncs * 10, kWriters * kWritesEach) << syncs << " syncs";
  for (int writer = 0; writer < kWriters; ++writer) {
    for (int i = 0; i < kWritesEach; ++i) {
      EXPECT_TRUE(MustGet(store_->GetRecord(std::to_string(writer * 1000 + i))).has_value());
    }
  }
}

}  // namespace
}  // namespace basalt::crash
