#include "store/disk_error_handler.h"

#include <chrono>
#include <string>
#include <utility>

namespace basalt::store {

void DiskErrorHandler::Report(const std::string& line) const {
  if (report_) report_(line);
}

void DiskErrorHandler::OnBackgroundError(rocksdb::BackgroundErrorReason reason,
                                         rocksdb::Status* error) {
  // The DamageRegistry has dealt with it.
  if (error->ok()) return;
  const bool in_compaction = reason == rocksdb::BackgroundErrorReason::kCompaction;
  const std::string text = error->ToString();
  bool compactions_fail_now = false;
  {
    const std::lock_guard lock(mutex_);
    // Corruption is not transient: it stays an error.
    const bool failed_before = compaction_failed_;
    compaction_failed_ = in_compaction && error->IsIOError();
    compactions_fail_now = compaction_failed_ && !failed_before;
    troubled_ = compaction_failed_ || mark_missing_;
  }
  if (error->IsIOError() && in_compaction) {
    *error = rocksdb::Status(*error, rocksdb::Status::Severity::kSoftError);
    if (compactions_fail_now) Report("a compaction failed and will be repeated: " + text);
    return;
  }
  if (error->IsIOError() && error->severity() >= rocksdb::Status::Severity::kFatalError) {
    // RocksDB's own answer to a file that has failed before. The disk may work again.
    *error = rocksdb::Status(*error, rocksdb::Status::Severity::kHardError);
    given_up_ = true;
  } else if (error->IsIOError() && !error->IsNoSpace()) {
    const std::lock_guard lock(mutex_);
    retrying_ = true;
  }
  if (!stopped_.exchange(true)) {
    Report("the disk failed, and the store tries again until it works: " + text);
  }
}

void DiskErrorHandler::OnErrorRecoveryEnd(const rocksdb::BackgroundErrorRecoveryInfo& info) {
  {
    const std::lock_guard lock(mutex_);
    retrying_ = false;
  }
  retries_ended_.notify_all();
  if (!info.new_bg_error.ok()) {
    given_up_ = true;
    return;
  }
  given_up_ = false;
  if (stopped_.exchange(false)) {
    Report("the disk works again, after: " + info.old_bg_error.ToString());
  }
}

void DiskErrorHandler::Revive(rocksdb::DB& db) {
  if (!given_up_ || !stopped_) return;
  if (!db.Resume().ok()) return;
  // Unless the log was replaced just now, the next write fails, and the next recovery replaces it.
  PutMark(db).PermitUncheckedError();
}

void DiskErrorHandler::AwaitEndOfRecovery() {
  // RocksDB tries every second.
  constexpr std::chrono::seconds kPatience{30};
  std::unique_lock lock(mutex_);
  retries_ended_.wait_for(lock, kPatience, [this] { return !retrying_; });
}

void DiskErrorHandler::NoteSync(const Status& status) {
  if (status.ok() == !sync_failed_) return;
  sync_failed_ = !status.ok();
  Report(status.ok() ? "the logs can be synced again"
                     : "the logs cannot be synced: " + status.message());
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
