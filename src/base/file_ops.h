// Files and folders with the guarantees a store needs: what a call has written, linked or renamed
// is there after a loss of power. Errors name the path and what the system said. Pure functions;
// thread safe.
#pragma once

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "basalt/status.h"

namespace basalt::base {

// Permissions of what a store creates: data is its owner's alone.
inline constexpr mode_t kFileMode = 0600;
inline constexpr mode_t kFolderMode = 0700;

// An open file, created with kFileMode; closes on the way out.
class File {
 public:
  File(const std::string& path, int flags)
      : fd_(::open(path.c_str(), flags | O_CLOEXEC, kFileMode)) {}
  ~File() {
    if (fd_ >= 0) ::close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  // Negative: it could not be opened; errno says why.
  int fd() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

// "cannot <doing> <path>: <why>" with the code for it; `error` is errno's. kNoSpace for a full
// disk.
Status FileError(std::string_view doing, const std::string& path, int error);

// nullopt when there is none, or it cannot be read; errno says why.
std::optional<std::string> ReadFile(const std::string& path);
Status WriteFile(const std::string& path, std::string_view content);
// Writes beside the target and renames: the target is never seen half written.
Status ReplaceFile(const std::string& path, std::string_view content);
// With its parents as needed, each with kFolderMode. Not an error when it is there.
Status CreateFolder(const std::string& path);
// Gives an existing folder kFolderMode, if it has other permissions.
Status CloseFolderToOthers(const std::string& path);
// Makes what happened to the entries of a folder last.
Status SyncFolder(const std::string& path);
// kIoError with EEXIST's text when `to` is there and not empty.
Status Rename(const std::string& from, const std::string& to);
// Whatever is in it. Not an error when it is not there.
Status RemoveFolder(const std::string& path);

// Called with the bytes done since the last call; an error ends the work.
using Progress = std::function<Status(uint64_t bytes)>;

// The CRC-32C of a file.
Result<uint32_t> FileChecksum(const std::string& path, const Progress& progress = nullptr);
// Copies and syncs; returns the CRC-32C of what it read. `to` must not exist.
Result<uint32_t> CopyFile(const std::string& from, const std::string& to,
                          const Progress& progress = nullptr);
// A second name for the file; a copy where the file system has none to give. `to` must not exist.
Status LinkOrCopy(const std::string& from, const std::string& to);

}  // namespace basalt::base
