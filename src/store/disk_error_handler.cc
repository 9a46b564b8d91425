#include "store/disk_error_handler.h"

#include <string>
#include <utility>

namespace basalt::store {

void DiskErrorHandler::OnBackgroundError(rocksdb::BackgroundErrorReason reason,
                                         rocksdb::Status* error) {
  had_error_ = true;
  const std::lock_guard lock(mutex_);
  // Corruption is not transient: it stays an error.
  compaction_failed_ = reason == rocksdb::BackgroundErrorReason::kCompaction && error->IsIOError();
  if (compaction_failed_) {
    *error = rocksdb::Status(*error, rocksdb::Status::Severity::kSoftError);
  }
  troubled_ = compaction_failed_ || mark_missing_;
}

void DiskErrorHandler::OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason,
                                            rocksdb::Status /*error*/, bool* auto_recovery) {
  if (reason == rocksdb::BackgroundErrorReason::kCompaction) *auto_recovery = false;
}

void DiskErrorHandler::OnStallConditionsChanged(const rocksdb::WriteStallInfo& info) {
  const auto stalled = [](rocksdb::WriteStallCondition condition) {
    return condition == rocksdb::WriteStallCondition::kNormal ? 0 : 1;
  };
  stalled_families_.fetch_add(stalled(info.condition.cur) - stalled(info.condition.prev),
                              std::memory_order_relaxed);
}

void DiskErrorHandler::OnFlushCompleted(rocksdb::DB* /*db*/,
                                        const rocksdb::FlushJobInfo& /*info*/) {
  (void)space_->Look();
  memory_.NoteFlush();
}

void DiskErrorHandler::OnCompactionCompleted(rocksdb::DB* /*db*/,
                                             const rocksdb::CompactionJobInfo& /*info*/) {
  (void)space_->Look();
}

void DiskErrorHandler::OnMemTableSealed(const rocksdb::MemTableInfo& info) {
  if (info.cf_name != rocksdb::kDefaultColumnFamilyName) return;
  const std::lock_guard lock(mutex_);
  mark_missing_ = true;
  troubled_ = true;
}

void DiskErrorHandler::NoteOpened(rocksdb::DB& db) {
  uint64_t entries = 0;
  db.GetIntProperty(rocksdb::DB::Properties::kNumEntriesActiveMemTable, &entries);
  if (entries > 0) return;
  const std::lock_guard lock(mutex_);
  mark_missing_ = true;
  troubled_ = true;
}

rocksdb::Status DiskErrorHandler::MakeGood(rocksdb::DB& db) {
  std::unique_lock lock(mutex_);
  // Never after a more severe error: RocksDB may then wait for a flush that it has removed from its
  // queue.
  const bool resume = std::exchange(compaction_failed_, false);
  const bool put_mark = std::exchange(mark_missing_, false);
  troubled_ = false;
  // RocksDB may call back into this listener.
  lock.unlock();
  if (resume) db.Resume().PermitUncheckedError();
  if (!put_mark) return rocksdb::Status::OK();
  rocksdb::Status status = PutMark(db);
  if (!status.ok()) {
    lock.lock();
    mark_missing_ = true;
    troubled_ = true;
  }
  return status;
}

rocksdb::Status DiskErrorHandler::PutMark(rocksdb::DB& db) {
  // Deletes a missing key. Not logged, so that the write cannot fail for lack of space itself.
  rocksdb::WriteOptions unlogged;
  unlogged.disableWAL = true;
  return db.Delete(unlogged, db.DefaultColumnFamily(), "");
}

rocksdb::Status DiskErrorHandler::WhyStopped(const rocksdb::Status& status) {
  if (status.IsManualCompactionPaused()) return status;
  const std::string text = status.ToString();
  const bool no_space = text.find("No space left") != std::string::npos;
  return no_space ? rocksdb::Status::NoSpace(text) : rocksdb::Status::IOError(text);
}

}  // namespace basalt::store
