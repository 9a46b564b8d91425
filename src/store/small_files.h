// Small files and directories, written so that they outlive a loss of power. Functions only.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "basalt/status.h"

namespace basalt::store {

// "cannot <doing> <path>: <the system's words>"; kNoSpace for a full disk.
Status SystemError(std::string_view doing, const std::string& path, int error);

// Closes on the way out.
class File {
 public:
  File(const std::string& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0644)) {}
  ~File() {
    if (fd_ >= 0) ::close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int fd() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

// nullopt: it cannot be read; errno says why.
std::optional<std::string> ReadWhole(const std::string& path);

Status SyncDirectory(const std::string& path);

// Creates a directory, and its parents as needed.
Status CreateSynced(const std::filesystem::path& path);

// Writes beside the target and renames: the target is never seen half written.
Status ReplaceFile(const std::string& path, std::string_view content);

}  // namespace basalt::store
