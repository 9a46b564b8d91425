// DiskWatch: what is done about a disk that is full or fails.
//
// After a write of data failed RocksDB refuses writes: until the store is opened anew, or, if it
// was for want of room, until there is room for a memory store again, which it looks for every few
// seconds. That is right. But a failed compaction has changed nothing. Here it stops nothing
// either: writes go on and compactions are tried again, until so many files have piled up that
// writes must fail. Thread safe; shared by the store and its engine.
#pragma once

#include <atomic>

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

namespace basalt::store {

class DiskWatch : public rocksdb::EventListener {
 public:
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason, rocksdb::Status error,
                            bool* auto_recovery) override;

  // Runs `work`, which returns a rocksdb::Status.
  template <typename Work>
  rocksdb::Status Run(rocksdb::DB& db, Work work) {
    if (compaction_failed_.load(std::memory_order_relaxed)) ForgetFailedCompaction(db);
    rocksdb::Status status = work();
    return status.IsIncomplete() ? WhyStopped(status) : status;
  }

 private:
  void ForgetFailedCompaction(rocksdb::DB& db);
  // A write that waited in vain for a compaction says so only in its text.
  static rocksdb::Status WhyStopped(const rocksdb::Status& status);

  std::atomic<bool> compaction_failed_{false};
};

}  // namespace basalt::store
