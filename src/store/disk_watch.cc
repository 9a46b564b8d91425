#include "store/disk_watch.h"

#include <string>

namespace basalt::store {

void DiskWatch::OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) {
  // Damage (Corruption) is not for waiting: it stays the error it is.
  compaction_failed_ = reason == rocksdb::BackgroundErrorReason::kCompaction && error->IsIOError();
  if (compaction_failed_) {
    *error = rocksdb::Status(*error, rocksdb::Status::Severity::kSoftError);
  }
}

void DiskWatch::OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason,
                                     rocksdb::Status /*error*/, bool* auto_recovery) {
  if (reason == rocksdb::BackgroundErrorReason::kCompaction) *auto_recovery = false;
}

// Never after a worse error: RocksDB may then wait for a flush that it has taken off its list.
void DiskWatch::ForgetFailedCompaction(rocksdb::DB& db) {
  if (compaction_failed_.exchange(false)) db.Resume().PermitUncheckedError();
}

rocksdb::Status DiskWatch::WhyStopped(const rocksdb::Status& status) {
  const std::string text = status.ToString();
  const bool no_space = text.find("No space left") != std::string::npos;
  return no_space ? rocksdb::Status::NoSpace(text) : rocksdb::Status::IOError(text);
}

}  // namespace basalt::store
