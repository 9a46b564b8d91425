#include "store/open_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/file_ops.h"

namespace basalt::store {
namespace {

constexpr size_t kPartBytes = 64 << 10;

}  // namespace

OpenLog::OpenLog(std::string path, uint64_t number, int fd)
    : path_(std::move(path)),
      name_(std::filesystem::path(path_).filename().string()),
      number_(number),
      fd_(fd) {}

OpenLog::~OpenLog() { ::close(fd_); }

Status OpenLog::Failure(std::string_view doing, int error) {
  return base::FileError(doing, path_, error);
}

Status OpenLog::Append(std::string_view data) {
  if (failed_ != 0) return Failure("append after a failed sync to", failed_);
  const uint64_t start = length_;
  for (size_t done = 0; done < data.size();) {
    const ssize_t written =
        ::pwrite(fd_, data.data() + done, data.size() - done, static_cast<off_t>(start + done));
    if (written < 0 && errno == EINTR) continue;
    // What could be written is overwritten by the next append, or cut off in the end.
    if (written <= 0) return Failure("append to", written < 0 ? errno : ENOSPC);
    done += static_cast<size_t>(written);
  }
  length_ = start + data.size();
  return {};
}

Status OpenLog::Sync() {
  const std::lock_guard lock(sync_mutex_);
  if (failed_ != 0) BASALT_RETURN_IF_ERROR(WriteAgain());
  const uint64_t length = length_;
  if (::fdatasync(fd_) != 0) {
    failed_ = errno;
    return Failure("sync", failed_);
  }
  if (!entry_synced_) {
    BASALT_RETURN_IF_ERROR(base::SyncFolder(std::filesystem::path(path_).parent_path().string()));
    entry_synced_ = true;
  }
  synced_ = length;
  failed_ = 0;
  return {};
}

Status OpenLog::WriteAgain() {
  std::vector<char> part(kPartBytes);
  for (uint64_t at = synced_; at < length_;) {
    const size_t wanted = std::min<uint64_t>(part.size(), length_ - at);
    const ssize_t there = ::pread(fd_, part.data(), wanted, static_cast<off_t>(at));
    if (there <= 0) return Failure("read", there < 0 ? errno : EIO);
    const ssize_t written =
        ::pwrite(fd_, part.data(), static_cast<size_t>(there), static_cast<off_t>(at));
    if (written <= 0) return Failure("write again", written < 0 ? errno : ENOSPC);
    at += static_cast<uint64_t>(written);
  }
  return {};
}

Status OpenLog::Truncate(uint64_t length) {
  if (::ftruncate(fd_, static_cast<off_t>(length)) != 0) return Failure("cut", errno);
  length_ = length;
  return {};
}

Status OpenLog::Allocate(uint64_t offset, uint64_t length) {
  if (::fallocate(fd_, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                  static_cast<off_t>(length)) != 0) {
    return Failure("allocate space for", errno);
  }
  return {};
}

}  // namespace basalt::store
