#include "store/directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/file_ops.h"

namespace basalt::store {
namespace {

namespace fs = std::filesystem;

Status LockFailed(const std::string& path, const std::string& lock_path) {
  const std::string holder = base::ReadFile(lock_path).value_or("");
  return {
      StatusCode::kLocked,
      fmt::format("the directory {} is already open{}{}; a store can be open only once at a time",
                  path, holder.empty() ? "" : " in process ", holder)};
}

Status CheckFormat(const std::string& path, const std::string& content) {
  constexpr std::string_view kPrefix = "basalt ";
  int version = 0;
  const bool recognised =
      content.starts_with(kPrefix) &&
      std::from_chars(content.data() + kPrefix.size(), content.data() + content.size(), version)
              .ec == std::errc() &&
      version > 0;
  if (!recognised) {
    return {StatusCode::kCorruption,
            fmt::format("{}/FORMAT does not say 'basalt <version>'; is {} a Basalt directory?",
                        path, path)};
  }
  if (version > kFormatVersion) {
    return {StatusCode::kNewerFormat,
            fmt::format("{} has format version {}, this program reads up to {}; open it with the "
                        "newer Basalt that wrote it",
                        path, version, kFormatVersion)};
  }
  return {};
}

// Checks a directory without a FORMAT file. It may hold our own first files.
Status CheckUnstamped(const std::string& path) {
  std::error_code error;
  BASALT_RETURN_IF_ERROR(Directory::CheckNoRestoreBegun(path));
  if (fs::exists(path + "/engine", error) && fs::exists(path + "/families", error)) {
    return {StatusCode::kCorruption,
            fmt::format("{}/FORMAT is missing, but {} looks like a Basalt directory", path, path)};
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    const std::string name = entry.path().filename().string();
    if (name != "lock" && name != "FORMAT.tmp" && name != "families") {
      return {
          StatusCode::kInvalidArgument,
          fmt::format("{} is not empty and has no FORMAT file, so it is not a Basalt directory; "
                      "choose another one",
                      path)};
    }
  }
  return {};
}

}  // namespace

std::string Directory::FormatStamp() { return fmt::format("basalt {}\n", kFormatVersion); }

Status Directory::CheckNoRestoreBegun(const std::string& path) {
  std::error_code error;
  if (!fs::exists(fmt::format("{}/{}", path, kRestoringFile), error)) return {};
  return {StatusCode::kCorruption,
          fmt::format("a restore into {} was begun and did not finish; remove the directory and "
                      "restore again",
                      path)};
}

Result<std::unique_ptr<Directory>> Directory::Open(const std::string& path,
                                                   bool create_if_missing) {
  std::error_code error;
  const bool there = fs::exists(path, error);
  if (there && !fs::is_directory(path, error)) {
    return Status(StatusCode::kInvalidArgument, path + " is not a directory");
  }
  if (!there && !create_if_missing) {
    return Status(StatusCode::kIoError, "the directory " + path + " does not exist");
  }
  const bool stamped = there && fs::exists(path + "/FORMAT", error);
  if (there && !stamped) {
    BASALT_RETURN_IF_ERROR(CheckUnstamped(path));
    // A new store in a directory that somebody made for it, and who may be its owner. Those of
    // existing stores stay as their owner has set them.
    (void)base::CloseFolderToOthers(path).ok();
  }
  if (!there) BASALT_RETURN_IF_ERROR(base::CreateFolder(path));

  const std::string lock_path = path + "/lock";
  base::File lock(lock_path, O_RDWR | O_CREAT);
  if (lock.fd() < 0) return base::FileError("open", lock_path, errno);
  if (::flock(lock.fd(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return LockFailed(path, lock_path);
    return base::FileError("lock", lock_path, errno);
  }
  // Informational only; a full disk must not prevent opening.
  const std::string pid = std::to_string(::getpid());
  if (::ftruncate(lock.fd(), 0) != 0 || ::pwrite(lock.fd(), pid.data(), pid.size(), 0) < 0) {
    errno = 0;
  }

  const std::string format_path = path + "/FORMAT";
  if (const auto content = base::ReadFile(format_path)) {
    BASALT_RETURN_IF_ERROR(CheckFormat(path, *content));
  } else if (stamped) {
    return base::FileError("read", format_path, errno);
  }
  BASALT_RETURN_IF_ERROR(base::CreateFolder(path + "/families"));
  if (!stamped) {
    BASALT_RETURN_IF_ERROR(base::ReplaceFile(format_path, FormatStamp()));
  }
  BASALT_RETURN_IF_ERROR(base::CreateFolder(path + "/engine"));
  return std::unique_ptr<Directory>(new Directory(path, lock.release()));
}

Directory::~Directory() { ::close(lock_fd_); }

Status Directory::CheckRoomForChange() const {
  constexpr uint64_t kRoomForChange = 256 << 10;
  struct statvfs state;
  if (::statvfs(path_.c_str(), &state) != 0) return base::FileError("look at", path_, errno);
  const uint64_t available = static_cast<uint64_t>(state.f_bavail) * state.f_frsize;
  if (available >= kRoomForChange) return {};
  return {StatusCode::kNoSpace,
          fmt::format("{}: {}: {} bytes are free, a change of tables needs {}", path_,
                      std::strerror(ENOSPC), available, kRoomForChange)};
}

Status Directory::WriteFamilyFile(std::string_view label, std::string_view content) {
  return base::ReplaceFile(fmt::format("{}/families/{}", path_, label), content);
}

std::optional<std::string> Directory::ReadFamilyFile(std::string_view label) const {
  return base::ReadFile(fmt::format("{}/families/{}", path_, label));
}

bool Directory::HasFamilyFiles() const {
  std::error_code error;
  return !fs::is_empty(path_ + "/families", error);
}

Status Directory::WriteClosingRecord(std::string_view content) {
  return base::ReplaceFile(path_ + "/CLOSED", content);
}

std::optional<std::string> Directory::ReadClosingRecord() const {
  return base::ReadFile(path_ + "/CLOSED");
}

Status Directory::RemoveClosingRecord() {
  const std::string record = path_ + "/CLOSED";
  if (::unlink(record.c_str()) != 0) {
    return errno == ENOENT ? Status() : base::FileError("remove", record, errno);
  }
  return base::SyncFolder(path_);
}

void Directory::RemoveFamilyFile(std::string_view label) {
  ::unlink(fmt::format("{}/families/{}", path_, label).c_str());
}

}  // namespace basalt::store
