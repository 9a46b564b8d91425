#include "base/file_ops.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "base/crc32c.h"

namespace basalt::base {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBufferBytes = 1 << 20;

Status WriteAll(int fd, std::string_view content, const std::string& path) {
  while (!content.empty()) {
    const ssize_t count = ::write(fd, content.data(), content.size());
    if (count < 0) return FileError("write", path, errno);
    content.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

// Gives `take` the file piece by piece.
template <typename Take>
Status ReadPieces(const std::string& path, const Progress& progress, Take take) {
  const File file(path, O_RDONLY);
  if (file.fd() < 0) return FileError("open", path, errno);
  const auto buffer = std::make_unique<char[]>(kBufferBytes);
  for (;;) {
    const ssize_t count = ::read(file.fd(), buffer.get(), kBufferBytes);
    if (count < 0) return FileError("read", path, errno);
    if (count == 0) return {};
    BASALT_RETURN_IF_ERROR(take(std::string_view(buffer.get(), static_cast<size_t>(count))));
    if (progress) BASALT_RETURN_IF_ERROR(progress(static_cast<uint64_t>(count)));
  }
}

std::string ParentOf(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

}  // namespace

Status FileError(std::string_view doing, const std::string& path, int error) {
  const StatusCode code =
      error == ENOSPC || error == EDQUOT ? StatusCode::kNoSpace : StatusCode::kIoError;
  return {code, fmt::format("cannot {} {}: {}", doing, path, std::strerror(error))};
}

std::optional<std::string> ReadFile(const std::string& path) {
  const File file(path, O_RDONLY);
  if (file.fd() < 0) return std::nullopt;
  std::string content;
  char buffer[4096];
  ssize_t count;
  while ((count = ::read(file.fd(), buffer, sizeof(buffer))) > 0) {
    content.append(buffer, static_cast<size_t>(count));
  }
  return count < 0 ? std::nullopt : std::optional(std::move(content));
}

Status WriteFile(const std::string& path, std::string_view content) {
  const File file(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (file.fd() < 0) return FileError("create", path, errno);
  BASALT_RETURN_IF_ERROR(WriteAll(file.fd(), content, path));
  return ::fsync(file.fd()) == 0 ? Status() : FileError("sync", path, errno);
}

Status ReplaceFile(const std::string& path, std::string_view content) {
  const std::string temporary = path + ".tmp";
  Status status = WriteFile(temporary, content);
  if (status.ok() && ::rename(temporary.c_str(), path.c_str()) != 0) {
    status = FileError("rename", temporary, errno);
  }
  if (!status.ok()) {
    ::unlink(temporary.c_str());
    return status;
  }
  return SyncFolder(ParentOf(path));
}

Status CreateFolder(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return {};
  const std::string parent = ParentOf(path);
  if (parent != path) BASALT_RETURN_IF_ERROR(CreateFolder(parent));
  if (::mkdir(path.c_str(), kFolderMode) != 0 && errno != EEXIST)
    return FileError("create", path, errno);
  return SyncFolder(parent);
}

Status CloseFolderToOthers(const std::string& path) {
  struct stat state;
  if (::stat(path.c_str(), &state) != 0) return FileError("look at", path, errno);
  if ((state.st_mode & 0777) == kFolderMode || ::chmod(path.c_str(), kFolderMode) == 0) return {};
  return FileError("change the permissions of", path, errno);
}

Status SyncFolder(const std::string& path) {
  const File folder(path, O_RDONLY | O_DIRECTORY);
  if (folder.fd() < 0 || ::fsync(folder.fd()) != 0) return FileError("sync", path, errno);
  return {};
}

Status Rename(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) {
    return FileError("rename " + from + " to", to, errno == ENOTEMPTY ? EEXIST : errno);
  }
  BASALT_RETURN_IF_ERROR(SyncFolder(ParentOf(to)));
  return ParentOf(from) == ParentOf(to) ? Status() : SyncFolder(ParentOf(from));
}

Status RemoveFolder(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  return error ? FileError("remove", path, error.value()) : Status();
}

Result<uint32_t> FileChecksum(const std::string& path, const Progress& progress) {
  uint32_t checksum = 0;
  BASALT_RETURN_IF_ERROR(ReadPieces(path, progress, [&](std::string_view piece) {
    checksum = ExtendCrc32c(checksum, piece);
    return Status();
  }));
  return checksum;
}

Result<uint32_t> CopyFile(const std::string& from, const std::string& to,
                          const Progress& progress) {
  const File out(to, O_WRONLY | O_CREAT | O_EXCL);
  if (out.fd() < 0) return FileError("create", to, errno);
  uint32_t checksum = 0;
  BASALT_RETURN_IF_ERROR(ReadPieces(from, progress, [&](std::string_view piece) {
    checksum = ExtendCrc32c(checksum, piece);
    return WriteAll(out.fd(), piece, to);
  }));
  if (::fsync(out.fd()) != 0) return FileError("sync", to, errno);
  return checksum;
}

Status LinkOrCopy(const std::string& from, const std::string& to) {
  if (::link(from.c_str(), to.c_str()) == 0) return {};
  const int error = errno;
  const bool no_links =
      error == EXDEV || error == EPERM || error == EOPNOTSUPP || error == EMLINK || error == ENOSYS;
  if (!no_links) return FileError("link " + from + " to", to, error);
  return CopyFile(from, to).status();
}

}  // namespace basalt::base
