// DiskErrorHandler: what is done about a disk that is full or fails.
//
// After a write of data failed RocksDB refuses writes: until the store is opened anew, or, if it
// was for want of room, until there is room for a memory store again, which it looks for every few
// seconds. That is right. But a failed compaction has changed nothing. Here it stops nothing
// either: writes go on and compactions are tried again, until so many files have piled up that
// writes must fail. Thread safe; shared by the store and its engine.
//
// A log in which there was no room for a record cannot be written to any more. When there is room
// again RocksDB begins a new one, but only if it has something to flush; else it would be stuck
// with the old one for ever. So there is always something to flush: a mark in the catalog's memory
// store, put back after each flush of it.
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

  // A good time to look how much room there is.
  void OnFlushCompleted(rocksdb::DB* db, const rocksdb::FlushJobInfo& info) override;
  void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& info) override;

  MemstoreLimit& memory() { return memory_; }

  // To be called when the engine is open, unless it is a new one, into which the catalog writes.
  void NoteOpened(rocksdb::DB& db);

  // Whether the engine has ever met an error in the background, or in its log.
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

  // Does what the last error left to do. An error: the engine does not take writes yet.
  rocksdb::Status MakeGood(rocksdb::DB& db);
  static rocksdb::Status PutMark(rocksdb::DB& db);
  // A write that waited in vain for a compaction says so only in its text.
  static rocksdb::Status WhyStopped(const rocksdb::Status& status);

  // Whether one of the next two is set.
  std::atomic<bool> troubled_{false};
  std::atomic<bool> had_error_{false};
  std::atomic<int> stalled_families_{0};
  std::mutex mutex_;
  bool compaction_failed_ = false;
  bool mark_missing_ = false;
};

}  // namespace basalt::store
