#include "store/log_env.h"

#include <fcntl.h>
#include <pthread.h>

#include <cerrno>
#include <charconv>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <rocksdb/file_system.h>

#include "base/file_ops.h"
#include "store/naming_env.h"
#include "store/open_log.h"

namespace basalt::store {
namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

// RocksDB names its threads; flushes have others.
bool IsCompactionThread() {
  char name[16];
  return ::pthread_getname_np(::pthread_self(), name, sizeof(name)) == 0 &&
         std::string_view(name) == "rocksdb:low";
}

// An error that passes when the disk works again: RocksDB may try again with another file. Not of
// compactions: RocksDB would repeat them for ever, while writes wait for them; see
// DiskErrorHandler.
IOStatus Retryable(const LogJournal& journal, IOStatus status) {
  if (status.IsIOError() && !journal.closing() && !IsCompactionThread()) {
    status.SetRetryable(true);
  }
  return status;
}

IOStatus FromStatus(const LogJournal& journal, const Status& status) {
  if (status.ok()) return IOStatus::OK();
  IOStatus error = status.code() == StatusCode::kNoSpace ? IOStatus::NoSpace(status.message())
                                                         : IOStatus::IOError(status.message());
  error.SetRetryable(!journal.closing());
  return error;
}

std::string_view FileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// A write-ahead log as RocksDB wants it.
class LogFile : public rocksdb::FSWritableFile {
 public:
  LogFile(std::shared_ptr<OpenLog> log, std::shared_ptr<LogJournal> journal)
      : log_(std::move(log)), journal_(std::move(journal)) {
    journal_->AddOpen(log_);
  }
  ~LogFile() override { LogFile::Close(IOOptions(), nullptr).PermitUncheckedError(); }

  using FSWritableFile::Append;
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& /*options*/,
                  IODebugContext* /*dbg*/) override {
    const Status status = log_->Append({data.data(), data.size()});
    if (status.ok()) journal_->NoteAppended(log_->number(), log_->length());
    return FromStatus(*journal_, status);
  }
  IOStatus Sync(const IOOptions& /*options*/, IODebugContext* /*dbg*/) override {
    return FromStatus(*journal_, journal_->SyncLog(*log_));
  }
  bool IsSyncThreadSafe() const override { return true; }
  IOStatus Flush(const IOOptions& /*options*/, IODebugContext* /*dbg*/) override {
    return IOStatus::OK();
  }
  IOStatus Truncate(uint64_t size, const IOOptions& /*options*/, IODebugContext* /*dbg*/) override {
    return FromStatus(*journal_, log_->Truncate(size));
  }
  uint64_t GetFileSize(const IOOptions& /*options*/, IODebugContext* /*dbg*/) override {
    return log_->length();
  }
  IOStatus Allocate(uint64_t offset, uint64_t length, const IOOptions& /*options*/,
                    IODebugContext* /*dbg*/) override {
    return FromStatus(*journal_, log_->Allocate(offset, length));
  }
  IOStatus Close(const IOOptions& /*options*/, IODebugContext* /*dbg*/) override {
    if (closed_) return IOStatus::OK();
    closed_ = true;
    journal_->RemoveOpen(*log_);
    return FromStatus(*journal_, log_->Trim());
  }

 private:
  const std::shared_ptr<OpenLog> log_;
  const std::shared_ptr<LogJournal> journal_;
  bool closed_ = false;
};

// Any other file that RocksDB writes.
class RetryableFile : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  RetryableFile(std::unique_ptr<rocksdb::FSWritableFile> file, std::string_view path,
                std::shared_ptr<LogJournal> journal)
      : FSWritableFileOwnerWrapper(std::move(file)),
        name_(FileName(path)),
        is_manifest_(name_.starts_with("MANIFEST-")),
        journal_(std::move(journal)) {}

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* dbg) override {
    return Retryable(*journal_, FSWritableFileOwnerWrapper::Append(data, options, dbg));
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& verification, IODebugContext* dbg) override {
    return Retryable(*journal_,
                     FSWritableFileOwnerWrapper::Append(data, options, verification, dbg));
  }
  IOStatus Flush(const IOOptions& options, IODebugContext* dbg) override {
    return Retryable(*journal_, FSWritableFileOwnerWrapper::Flush(options, dbg));
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* dbg) override {
    const uint64_t length = GetFileSize(options, dbg);
    return Synced(FSWritableFileOwnerWrapper::Sync(options, dbg), length);
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* dbg) override {
    const uint64_t length = GetFileSize(options, dbg);
    return Synced(FSWritableFileOwnerWrapper::Fsync(options, dbg), length);
  }
  IOStatus RangeSync(uint64_t offset, uint64_t length, const IOOptions& options,
                     IODebugContext* dbg) override {
    return Retryable(*journal_,
                     FSWritableFileOwnerWrapper::RangeSync(offset, length, options, dbg));
  }
  IOStatus Truncate(uint64_t size, const IOOptions& options, IODebugContext* dbg) override {
    return Retryable(*journal_, FSWritableFileOwnerWrapper::Truncate(size, options, dbg));
  }
  IOStatus Close(const IOOptions& options, IODebugContext* dbg) override {
    return Retryable(*journal_, FSWritableFileOwnerWrapper::Close(options, dbg));
  }

 private:
  IOStatus Synced(IOStatus status, uint64_t length) {
    if (status.ok() && is_manifest_) journal_->NoteSynced(name_, length);
    return Retryable(*journal_, std::move(status));
  }

  const std::string name_;
  const bool is_manifest_;
  const std::shared_ptr<LogJournal> journal_;
};

// RocksDB asks for the directory once for each family that is created, and keeps it. All get the
// same descriptor.
class SharedDirectory : public rocksdb::FSDirectory {
 public:
  SharedDirectory(std::shared_ptr<rocksdb::FSDirectory> directory,
                  std::shared_ptr<LogJournal> journal)
      : directory_(std::move(directory)), journal_(std::move(journal)) {}
  IOStatus Fsync(const IOOptions& options, IODebugContext* dbg) override {
    return Retryable(*journal_, directory_->Fsync(options, dbg));
  }
  IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* dbg,
                               const rocksdb::DirFsyncOptions& how) override {
    return Retryable(*journal_, directory_->FsyncWithDirOptions(options, dbg, how));
  }
  // Others may use it still.
  IOStatus Close(const IOOptions& /*options*/, IODebugContext* /*dbg*/) override {
    return IOStatus::OK();
  }
  size_t GetUniqueId(char* id, size_t max_size) const override {
    return directory_->GetUniqueId(id, max_size);
  }

 private:
  const std::shared_ptr<rocksdb::FSDirectory> directory_;
  const std::shared_ptr<LogJournal> journal_;
};

class LogFileSystem : public rocksdb::FileSystemWrapper {
 public:
  explicit LogFileSystem(std::shared_ptr<LogJournal> journal)
      : FileSystemWrapper(NamingEnv()->GetFileSystem()), journal_(std::move(journal)) {}
  const char* Name() const override { return "basalt.LogFileSystem"; }

  IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* dbg) override {
    if (const auto number = LogNumber(FileName(path))) return NewLog(path, *number, file);
    IOStatus status = FileSystemWrapper::NewWritableFile(path, options, file, dbg);
    if (!status.ok()) return Retryable(*journal_, std::move(status));
    *file = std::make_unique<RetryableFile>(std::move(*file), path, journal_);
    return status;
  }
  IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                               IODebugContext* dbg) override {
    return Retryable(*journal_, FileSystemWrapper::NewRandomAccessFile(path, options, file, dbg));
  }
  IOStatus NewDirectory(const std::string& path, const IOOptions& options,
                        std::unique_ptr<rocksdb::FSDirectory>* directory,
                        IODebugContext* dbg) override {
    const std::lock_guard lock(directories_mutex_);
    std::shared_ptr<rocksdb::FSDirectory> shared = directories_[path].lock();
    if (shared == nullptr) {
      std::unique_ptr<rocksdb::FSDirectory> opened;
      IOStatus status = FileSystemWrapper::NewDirectory(path, options, &opened, dbg);
      if (!status.ok()) return Retryable(*journal_, std::move(status));
      directories_[path] = shared = std::move(opened);
    }
    *directory = std::make_unique<SharedDirectory>(std::move(shared), journal_);
    return IOStatus::OK();
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* dbg) override {
    return Retryable(*journal_, FileSystemWrapper::RenameFile(from, to, options, dbg));
  }
  IOStatus DeleteFile(const std::string& path, const IOOptions& options,
                      IODebugContext* dbg) override {
    IOStatus status = FileSystemWrapper::DeleteFile(path, options, dbg);
    const auto number = LogNumber(FileName(path));
    if (status.ok() && number) journal_->ForgetLog(*number);
    return status;
  }

 private:
  IOStatus NewLog(const std::string& path, uint64_t number,
                  std::unique_ptr<rocksdb::FSWritableFile>* file) {
    if (IOStatus status = FromStatus(*journal_, journal_->BeginLog(number)); !status.ok())
      return status;
    base::File created(path, O_RDWR | O_CREAT | O_TRUNC);
    if (created.fd() < 0) {
      const Status status = base::FileError("create", path, errno);
      journal_->ForgetLog(number);
      return FromStatus(*journal_, status);
    }
    *file = std::make_unique<LogFile>(std::make_shared<OpenLog>(path, number, created.release()),
                                      journal_);
    return IOStatus::OK();
  }

  const std::shared_ptr<LogJournal> journal_;
  std::mutex directories_mutex_;
  std::map<std::string, std::weak_ptr<rocksdb::FSDirectory>> directories_;
};

}  // namespace

std::unique_ptr<rocksdb::Env> NewLogEnv(std::shared_ptr<LogJournal> journal) {
  return rocksdb::NewCompositeEnv(std::make_shared<LogFileSystem>(std::move(journal)));
}

std::optional<uint64_t> LogNumber(std::string_view file_name) {
  uint64_t number = 0;
  const char* end = file_name.data() + file_name.size();
  const auto parsed = std::from_chars(file_name.data(), end, number);
  if (parsed.ec != std::errc() || std::string_view(parsed.ptr, end) != ".log") return std::nullopt;
  return number;
}

}  // namespace basalt::store
