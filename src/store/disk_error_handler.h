// DiskErrorHandler: reacts to a full or failing disk.
//
// After a failed data write RocksDB rejects writes until the store is reopened or, if the disk was
// full, until there is room for a memstore again, which RocksDB checks every few seconds. That is
// right. But a failed compaction has changed nothing, so it does not stop writes here: compactions
// are retried until so many files have accumulated that writes must fail. Thread safe; shared by
// the store and its engine.
//
// A log that had no room for a record cannot be appended to any more. When there is room again
// RocksDB starts a new log, but only if it has something to flush; otherwise it would keep the old
// log forever. So there is always something to flush: a mark in the catalog's memstore, rewritten
// after each flush of it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

#include "store/disk_space.h"
#include "store/memstore_limit.h"

namespace basalt::store {

class DiskErrorHandler : public rocksdb::EventListener {
 public:
  explicit DiskErrorHandler(std::shared_ptr<DiskSpace> space) : space_(std::move(space)) {}

  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason, rocksdb::Status error,
                            bool* auto_recovery) override;
  void OnStallConditionsChanged(const rocksdb::WriteStallInfo& info) override;
  void OnMemTableSealed(const rocksdb::MemTableInfo& info) override;

  // Checks the free space of the disk.
  void OnFlushCompleted(rocksdb::DB* db, const rocksdb::FlushJobInfo& info) override;
  void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& info) override;

  MemstoreLimit& memory() { return memory_; }

  // Call after opening the engine, except for a new one, into which the catalog writes.
  void NoteOpened(rocksdb::DB& db);

  // Whether the engine has had a background error or an error of its log.
  bool had_error() const { return had_error_.load(std::memory_order_relaxed); }
  // Whether RocksDB slows writes down, or stops them, until flush and compaction have caught up.
  bool writes_stalled() const { return stalled_families_.load(std::memory_order_relaxed) > 0; }

  // Runs `work`, which returns a rocksdb::Status.
  template <typename Work>
  rocksdb::Status Run(rocksdb::DB& db, Work work) {
    if (troubled_.load(std::memory_order_relaxed)) {
      if (rocksdb::Status status = MakeGood(db); !status.ok()) return status;
    }
    rocksdb::Status status = work();
    return status.IsIncomplete() ? WhyStopped(status) : status;
  }

 private:
  const std::shared_ptr<DiskSpace> space_;
  MemstoreLimit memory_;

  // Recovers from the last error. Fails if the engine does not accept writes yet.
  rocksdb::Status MakeGood(rocksdb::DB& db);
  static rocksdb::Status PutMark(rocksdb::DB& db);
  // A write that waited for a compaction in vain reports that only in its message.
  static rocksdb::Status WhyStopped(const rocksdb::Status& status);

  // Whether one of the next two members is set.
  std::atomic<bool> troubled_{false};
  std::atomic<bool> had_error_{false};
  std::atomic<int> stalled_families_{0};
  std::mutex mutex_;
  bool compaction_failed_ = false;
  bool mark_missing_ = false;
};

}  // namespace basalt::store
