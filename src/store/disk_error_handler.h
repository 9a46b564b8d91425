// DiskErrorHandler: reacts to a full or failing disk.
//
// After an error of a log RocksDB rejects writes until it has flushed all memstores to new files
// and begun a new log; after an error of a flush only until it has no memory for more memstores. It
// tries that about once a second, after a full disk every few seconds (log_env.h makes other errors
// retryable, too). A failed compaction has changed nothing, so it does not stop writes here:
// compactions are retried until so many files have accumulated that writes must fail. Each change
// of state is reported once. Thread safe; shared by the store and its engine.
//
// A log that had an error cannot be appended to any more. RocksDB starts a new one when it
// recovers, but only if it has something to flush; otherwise it would keep the old log forever. So
// there is always something to flush: a mark in the catalog's memstore, rewritten after each flush
// of it. Should a log fail between the two, then RocksDB fails the next write for good; Revive()
// starts another recovery then, with a mark.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

#include "basalt/status.h"
#include "store/disk_space.h"
#include "store/memstore_limit.h"

namespace basalt::store {

class DiskErrorHandler : public rocksdb::EventListener {
 public:
  using Reporter = std::function<void(const std::string& line)>;

  // `report`: gets one line per change of state; may be empty.
  DiskErrorHandler(std::shared_ptr<DiskSpace> space, Reporter report)
      : space_(std::move(space)), report_(std::move(report)) {}

  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason, rocksdb::Status error,
                            bool* auto_recovery) override;
  void OnErrorRecoveryEnd(const rocksdb::BackgroundErrorRecoveryInfo& info) override;
  void OnStallConditionsChanged(const rocksdb::WriteStallInfo& info) override;
  void OnMemTableSealed(const rocksdb::MemTableInfo& info) override;

  // Checks the free space of the disk.
  void OnFlushCompleted(rocksdb::DB* db, const rocksdb::FlushJobInfo& info) override;
  void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& info) override;

  MemstoreLimit& memory() { return memory_; }

  // Call after opening the engine, except for a new one, into which the catalog writes.
  void NoteOpened(rocksdb::DB& db);

  // Whether there was an I/O error that the engine has not recovered from.
  bool failed() const { return stopped_ || sync_failed_; }
  // Recovers from an error that RocksDB has given up on. Call now and then.
  void Revive(rocksdb::DB& db);
  // Waits until RocksDB does not try to recover any more: it would wait for that for ever when it
  // is closed. Call before closing it, after errors have ceased to be retryable.
  void AwaitEndOfRecovery();
  // The result of a sync in the background.
  void NoteSync(const Status& status);
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
  const Reporter report_;
  MemstoreLimit memory_;

  void Report(const std::string& line) const;

  // Recovers from the last error. Fails if the engine does not accept writes yet.
  rocksdb::Status MakeGood(rocksdb::DB& db);
  static rocksdb::Status PutMark(rocksdb::DB& db);
  // A write that waited for a compaction in vain reports that only in its message.
  static rocksdb::Status WhyStopped(const rocksdb::Status& status);

  // Whether one of the next two members is set.
  std::atomic<bool> troubled_{false};
  std::atomic<bool> stopped_{false};
  std::atomic<bool> sync_failed_{false};
  // Whether RocksDB does not recover by itself.
  std::atomic<bool> given_up_{false};
  bool retrying_ = false;  // guarded by mutex_
  std::condition_variable retries_ended_;
  std::atomic<int> stalled_families_{0};
  std::mutex mutex_;
  bool compaction_failed_ = false;
  bool mark_missing_ = false;
};

}  // namespace basalt::store
