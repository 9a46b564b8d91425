#include "cli/temporary_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace basalt::cli {

Result<TemporaryDirectory> TemporaryDirectory::Create(std::string_view prefix) {
  std::error_code error;
  const std::filesystem::path base = std::filesystem::temp_directory_path(error);
  if (error) return Status(StatusCode::kIoError, "no temporary directory: " + error.message());
  std::string path = (base / prefix).string() + "-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) {
    return Status(StatusCode::kIoError, path + ": " + std::strerror(errno));
  }
  return TemporaryDirectory(std::move(path));
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace basalt::cli
