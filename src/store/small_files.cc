#include "store/small_files.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace basalt::store {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

Status SystemError(std::string_view doing, const std::string& path, int error) {
  const StatusCode code =
      error == ENOSPC || error == EDQUOT ? StatusCode::kNoSpace : StatusCode::kIoError;
  return {code, fmt::format("cannot {} {}: {}", doing, path, std::strerror(error))};
}

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

Status CreateSynced(const std::filesystem::path& path) {
  std::error_code error;
  if (path.empty() || fs::is_directory(path, error)) return {};
  BASALT_RETURN_IF_ERROR(CreateSynced(path.parent_path()));
  if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) {
    return SystemError("create", path.string(), errno);
  }
  return SyncDirectory(path.has_parent_path() ? path.parent_path().string() : ".");
}

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

}  // namespace basalt::store
