#include "store/naming_env.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include <rocksdb/file_system.h>

#include "base/file_ops.h"
#include "store/engine.h"

namespace basalt::store {
namespace {

// RocksDB's file names are short; longer ones are truncated.
using ShortName = std::array<char, 32>;
thread_local ShortName last_read{};

ShortName BaseName(const std::string& path) {
  ShortName name{};
  const size_t begin = path.rfind('/') + 1;
  const size_t length = std::min(path.size() - begin, name.size() - 1);
  std::copy_n(path.data() + begin, length, name.data());
  return name;
}

class NamingFile : public rocksdb::FSRandomAccessFileOwnerWrapper {
 public:
  NamingFile(std::unique_ptr<rocksdb::FSRandomAccessFile> file, const std::string& path)
      : FSRandomAccessFileOwnerWrapper(std::move(file)), name_(BaseName(path)) {}

  rocksdb::IOStatus Read(uint64_t offset, size_t n, const rocksdb::IOOptions& options,
                         rocksdb::Slice* result, char* scratch,
                         rocksdb::IODebugContext* dbg) const override {
    last_read = name_;
    return FSRandomAccessFileOwnerWrapper::Read(offset, n, options, result, scratch, dbg);
  }
  rocksdb::IOStatus MultiRead(rocksdb::FSReadRequest* reqs, size_t num_reqs,
                              const rocksdb::IOOptions& options,
                              rocksdb::IODebugContext* dbg) override {
    last_read = name_;
    return FSRandomAccessFileOwnerWrapper::MultiRead(reqs, num_reqs, options, dbg);
  }

 private:
  const ShortName name_;
};

constexpr std::string_view kNotKept = "options are not kept";
thread_local bool options_unwanted = false;

bool IsOptionsFile(const std::string& path) {
  return std::string_view(path).substr(path.rfind('/') + 1).starts_with("OPTIONS-");
}

// RocksDB creates files with 0644 and folders with 0755.
rocksdb::IOStatus SetMode(rocksdb::IOStatus created, const std::string& path, mode_t mode) {
  if (!created.ok() || ::chmod(path.c_str(), mode) == 0 || errno == ENOENT) return created;
  return rocksdb::IOStatus::IOError("cannot change the permissions of " + path,
                                    std::strerror(errno));
}

class NamingFileSystem : public rocksdb::FileSystemWrapper {
 public:
  NamingFileSystem() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "basalt.NamingFileSystem"; }
  rocksdb::IOStatus NewRandomAccessFile(const std::string& path,
                                        const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                                        rocksdb::IODebugContext* dbg) override {
    rocksdb::IOStatus status = FileSystemWrapper::NewRandomAccessFile(path, options, file, dbg);
    if (status.ok()) *file = std::make_unique<NamingFile>(std::move(*file), path);
    return status;
  }
  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* dbg) override {
    if ((options_unwanted || !kOptionsFileNeeded) && IsOptionsFile(path)) {
      return rocksdb::IOStatus::NotSupported(std::string(kNotKept));
    }
    return SetMode(FileSystemWrapper::NewWritableFile(path, options, file, dbg), path,
                   base::kFileMode);
  }
  rocksdb::IOStatus ReopenWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                       std::unique_ptr<rocksdb::FSWritableFile>* file,
                                       rocksdb::IODebugContext* dbg) override {
    return SetMode(FileSystemWrapper::ReopenWritableFile(path, options, file, dbg), path,
                   base::kFileMode);
  }
  rocksdb::IOStatus LockFile(const std::string& path, const rocksdb::IOOptions& options,
                             rocksdb::FileLock** lock, rocksdb::IODebugContext* dbg) override {
    return SetMode(FileSystemWrapper::LockFile(path, options, lock, dbg), path, base::kFileMode);
  }
  rocksdb::IOStatus CreateDir(const std::string& path, const rocksdb::IOOptions& options,
                              rocksdb::IODebugContext* dbg) override {
    return SetMode(FileSystemWrapper::CreateDir(path, options, dbg), path, base::kFolderMode);
  }
  rocksdb::IOStatus CreateDirIfMissing(const std::string& path, const rocksdb::IOOptions& options,
                                       rocksdb::IODebugContext* dbg) override {
    const bool there = FileSystemWrapper::FileExists(path, options, dbg).ok();
    rocksdb::IOStatus status = FileSystemWrapper::CreateDirIfMissing(path, options, dbg);
    return there ? status : SetMode(std::move(status), path, base::kFolderMode);
  }
};

}  // namespace

rocksdb::Env* NamingEnv() {
  // Never destroyed: RocksDB's threads may outlive everything else.
  static rocksdb::Env* const env =
      rocksdb::NewCompositeEnv(std::make_shared<NamingFileSystem>()).release();
  return env;
}

rocksdb::Status WithoutOptionsFile(const std::function<rocksdb::Status()>& change) {
  options_unwanted = true;
  const rocksdb::Status status = change();
  options_unwanted = false;
  if (status.IsIOError() && status.ToString().find(kNotKept) != std::string::npos) {
    return rocksdb::Status::OK();
  }
  return status;
}

std::string LastFileRead() { return last_read.data(); }

}  // namespace basalt::store
