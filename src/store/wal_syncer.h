// WalSyncer: puts the write-ahead logs on the disk: in the background, for writes that do not wait
// for it, and together for writes that do. Also revives the engine after an I/O error.
//
// Thread safe; owned by the store. Stop() before the engine is closed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>

#include <rocksdb/db.h>

#include "store/log_journal.h"

namespace basalt::store {

class DiskErrorHandler;

class WalSyncer {
 public:
  // Syncs in the background at least every `interval_ms` while anything is not synced; 0: never.
  WalSyncer(rocksdb::DB& db, LogJournal& journal, DiskErrorHandler& disk_errors,
            int64_t interval_ms);
  ~WalSyncer() { Stop(); }
  WalSyncer(const WalSyncer&) = delete;
  WalSyncer& operator=(const WalSyncer&) = delete;

  // Writes the batch and waits until it is on the disk. Writers that wait at the same time share
  // one write and one sync; all of them fail if it does.
  rocksdb::Status WriteSynced(rocksdb::WriteBatch& batch);

  void Stop();

 private:
  struct Waiter {
    rocksdb::WriteBatch* batch;
    rocksdb::Status status;
    bool done = false;
  };

  void Loop();
  void SyncOnce();
  // Waits, as the next leader, for writers that are probably about to come.
  void WaitForCompany(std::unique_lock<std::mutex>& lock);
  rocksdb::Status WriteTogether(const std::deque<Waiter*>& group);

  rocksdb::DB& db_;
  LogJournal& journal_;
  DiskErrorHandler& disk_errors_;
  const int64_t interval_ms_;

  std::mutex group_mutex_;
  std::condition_variable group_changed_;
  std::condition_variable came_;  // for the leader
  std::deque<Waiter*> waiting_;
  bool leading_ = false;
  // How many writers shared or awaited the last sync, and how long it took.
  size_t company_ = 1;
  std::chrono::nanoseconds last_sync_{0};

  std::mutex stop_mutex_;
  std::condition_variable stop_asked_;
  bool stopping_ = false;
  std::thread thread_;  // last: it uses the rest
};

}  // namespace basalt::store
