#include "store/disk_watch.h"

#include <string>
#include <utility>

namespace basalt::store {

void DiskWatch::OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) {
  had_error_ = true;
  const std::lock_guard lock(mutex_);
  // Damage (Corruption) is not for waiting: it stays the error it is.
  compaction_failed_ = reason == rocksdb::BackgroundErrorReason::kCompaction && error->IsIOError();
  if (compaction_failed_) {
    *error = rocksdb::Status(*error, rocksdb::Status::Severity::kSoftError);
  } else if (error->IsNoSpace()) {
    log_suspect_ = true;
  }
  troubled_ = compaction_failed_ || log_suspect_;
}

void DiskWatch::OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason,
                                     rocksdb::Status /*error*/, bool* auto_recovery) {
  if (reason == rocksdb::BackgroundErrorReason::kCompaction) *auto_recovery = false;
}

void DiskWatch::OnStallConditionsChanged(const rocksdb::WriteStallInfo& info) {
  const auto stalled = [](rocksdb::WriteStallCondition condition) {
    return condition == rocksdb::WriteStallCondition::kNormal ? 0 : 1;
  };
  stalled_families_.fetch_add(stalled(info.condition.cur) - stalled(info.condition.prev),
                              std::memory_order_relaxed);
}

rocksdb::Status DiskWatch::MakeGood(rocksdb::DB& db) {
  std::unique_lock lock(mutex_);
  if (log_suspect_) {
    // The engine may call back.
    lock.unlock();
    if (rocksdb::Status status = RenewLog(db); !status.ok()) return status;
    lock.lock();
    log_suspect_ = false;
  }
  // Never after a worse error: RocksDB may then wait for a flush that it has taken off its list.
  const bool resume = std::exchange(compaction_failed_, false);
  troubled_ = false;
  lock.unlock();
  if (resume) db.Resume().PermitUncheckedError();
  return rocksdb::Status::OK();
}

rocksdb::Status DiskWatch::RenewLog(rocksdb::DB& db) {
  // The deletion of nothing: enough for a flush, and with a flush comes a new log.
  rocksdb::WriteOptions unlogged;
  unlogged.disableWAL = true;
  rocksdb::Status status = db.Delete(unlogged, db.DefaultColumnFamily(), "");
  if (status.ok()) status = db.Flush(rocksdb::FlushOptions(), db.DefaultColumnFamily());
  return status;
}

rocksdb::Status DiskWatch::WhyStopped(const rocksdb::Status& status) {
  const std::string text = status.ToString();
  const bool no_space = text.find("No space left") != std::string::npos;
  return no_space ? rocksdb::Status::NoSpace(text) : rocksdb::Status::IOError(text);
}

}  // namespace basalt::store
