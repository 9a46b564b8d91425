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

namespace basalt::store {
namespace {

namespace fs = std::filesystem;

Status SystemError(std::string_view doing, const std::string& path, int error) {
  const StatusCode code =
      error == ENOSPC || error == EDQUOT ? StatusCode::kNoSpace : StatusCode::kIoError;
  return {code, fmt::format("cannot {} {}: {}", doing, path, std::strerror(error))};
}

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

std::optional<std::string> ReadWhole(const std::string& path) {
  const File file(path, O_RDONLY);
  if (file.fd() < 0) return std::nullopt;
  std::string content;
  char buffer[4096];
  ssize_t count;
  while ((count = ::read(file.fd(), buffer, sizeof(buffer))) > 0) {
    content.append(buffer, static_cast<size_t>(count));
  }
  return count < 0 ? std::nullopt : std::optional(content);
}

Status SyncDirectory(const std::string& path) {
  const File file(path, O_RDONLY | O_DIRECTORY);
  if (file.fd() < 0 || ::fsync(file.fd()) != 0) return SystemError("sync", path, errno);
  return {};
}

// Creates a directory, and its parents as needed, so that they outlive a loss of power.
Status CreateSynced(const fs::path& path) {
  std::error_code error;
  if (path.empty() || fs::is_directory(path, error)) return {};
  BASALT_RETURN_IF_ERROR(CreateSynced(path.parent_path()));
  if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) {
    return SystemError("create", path.string(), errno);
  }
  return SyncDirectory(path.has_parent_path() ? path.parent_path().string() : ".");
}

Status WriteWhole(const std::string& path, std::string_view content) {
  const File file(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (file.fd() < 0) return SystemError("create", path, errno);
  while (!content.empty()) {
    const ssize_t count = ::write(file.fd(), content.data(), content.size());
    if (count < 0) return SystemError("write", path, errno);
    content.remove_prefix(static_cast<size_t>(count));
  }
  if (::fsync(file.fd()) != 0) return SystemError("sync", path, errno);
  return {};
}

// Writes beside the target and renames: the target is never seen half written.
Status ReplaceFile(const std::string& path, std::string_view content) {
  const std::string temporary = path + ".tmp";
  Status status = WriteWhole(temporary, content);
  if (status.ok() && ::rename(temporary.c_str(), path.c_str()) != 0) {
    status = SystemError("rename", temporary, errno);
  }
  if (!status.ok()) {
    ::unlink(temporary.c_str());
    return status;
  }
  return SyncDirectory(fs::path(path).parent_path().string());
}

Status LockFailed(const std::string& path, const std::string& lock_path) {
  const std::string holder = ReadWhole(lock_path).value_or("");
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

// What is wrong with a directory that has no FORMAT file. It may hold our own first steps.
Status CheckUnstamped(const std::string& path) {
  std::error_code error;
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
  if (there && !stamped) BASALT_RETURN_IF_ERROR(CheckUnstamped(path));
  if (!there) BASALT_RETURN_IF_ERROR(CreateSynced(path));

  const std::string lock_path = path + "/lock";
  File lock(lock_path, O_RDWR | O_CREAT);
  if (lock.fd() < 0) return SystemError("open", lock_path, errno);
  if (::flock(lock.fd(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return LockFailed(path, lock_path);
    return SystemError("lock", lock_path, errno);
  }
  // Only a help for people; a full disk must not keep the store from opening.
  const std::string pid = std::to_string(::getpid());
  if (::ftruncate(lock.fd(), 0) != 0 || ::pwrite(lock.fd(), pid.data(), pid.size(), 0) < 0) {
    errno = 0;
  }

  const std::string format_path = path + "/FORMAT";
  if (const auto content = ReadWhole(format_path)) {
    BASALT_RETURN_IF_ERROR(CheckFormat(path, *content));
  } else if (stamped) {
    return SystemError("read", format_path, errno);
  }
  BASALT_RETURN_IF_ERROR(CreateSynced(path + "/families"));
  if (!stamped) {
    BASALT_RETURN_IF_ERROR(ReplaceFile(format_path, fmt::format("basalt {}\n", kFormatVersion)));
  }
  BASALT_RETURN_IF_ERROR(CreateSynced(path + "/engine"));
  return std::unique_ptr<Directory>(new Directory(path, lock.release()));
}

Directory::~Directory() { ::close(lock_fd_); }

Status Directory::CheckRoomForChange() const {
  constexpr uint64_t kRoomForChange = 256 << 10;
  struct statvfs state;
  if (::statvfs(path_.c_str(), &state) != 0) return SystemError("look at", path_, errno);
  const uint64_t available = static_cast<uint64_t>(state.f_bavail) * state.f_frsize;
  if (available >= kRoomForChange) return {};
  return {StatusCode::kNoSpace,
          fmt::format("{}: {}: {} bytes are free, a change of tables needs {}", path_,
                      std::strerror(ENOSPC), available, kRoomForChange)};
}

Status Directory::WriteFamilyFile(std::string_view label, std::string_view content) {
  return ReplaceFile(fmt::format("{}/families/{}", path_, label), content);
}

std::optional<std::string> Directory::ReadFamilyFile(std::string_view label) const {
  return ReadWhole(fmt::format("{}/families/{}", path_, label));
}

bool Directory::HasFamilyFiles() const {
  std::error_code error;
  return !fs::is_empty(path_ + "/families", error);
}

Status Directory::WriteClosingRecord(std::string_view content) {
  return ReplaceFile(path_ + "/CLOSED", content);
}

std::optional<std::string> Directory::ReadClosingRecord() const {
  return ReadWhole(path_ + "/CLOSED");
}

Status Directory::RemoveClosingRecord() {
  const std::string record = path_ + "/CLOSED";
  if (::unlink(record.c_str()) != 0) {
    return errno == ENOENT ? Status() : SystemError("remove", record, errno);
  }
  return SyncDirectory(path_);
}

void Directory::RemoveFamilyFile(std::string_view label) {
  ::unlink(fmt::format("{}/families/{}", path_, label).c_str());
}

}  // namespace basalt::store
