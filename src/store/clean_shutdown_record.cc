#include "store/clean_shutdown_record.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "base/crc32c.h"

namespace basalt::store {
namespace {

namespace fs = std::filesystem;

bool IsListed(const fs::path& file) {
  const std::string name = file.filename().string();
  const std::string extension = file.extension().string();
  return extension == ".log" || extension == ".sst" || extension == ".blob" || name == "CURRENT" ||
         name.starts_with("MANIFEST-");
}

// Store files and blob files have checksums and a footer of their own.
bool NeedsEndChecked(std::string_view name) {
  return !name.ends_with(".sst") && !name.ends_with(".blob");
}

struct FileState {
  uint64_t size = 0;
  uint32_t end_checksum = 0;
  friend bool operator==(const FileState&, const FileState&) = default;
};

std::optional<FileState> Look(const fs::path& path) {
  constexpr uint64_t kEndBytes = 32768;
  FileState state;
  std::error_code error;
  state.size = fs::file_size(path, error);
  if (error) return std::nullopt;
  if (NeedsEndChecked(path.filename().string())) {
    std::ifstream file(path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(state.size - std::min(state.size, kEndBytes)));
    const std::string end{std::istreambuf_iterator<char>(file), {}};
    if (!file) return std::nullopt;
    state.end_checksum = base::Crc32c(end);
  }
  return state;
}

}  // namespace

Result<std::string> MakeClosingRecord(const std::string& engine_path) {
  std::map<std::string, FileState> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(engine_path, error)) {
    if (!IsListed(entry.path())) continue;
    const auto state = Look(entry.path());
    if (!state) return Status(StatusCode::kIoError, "cannot read " + entry.path().string());
    files[entry.path().filename().string()] = *state;
  }
  if (error) {
    return Status(StatusCode::kIoError,
                  fmt::format("cannot list {}: {}", engine_path, error.message()));
  }
  std::string lines;
  for (const auto& [name, state] : files) {
    lines += fmt::format("{} {} {}\n", state.size, state.end_checksum, name);
  }
  return fmt::format("{:08x}\n{}", base::Crc32c(lines), lines);
}

Status CheckClosingRecord(const std::string& record, const std::string& engine_path) {
  const size_t first_line = record.find('\n');
  if (first_line == std::string::npos) return {};
  const std::string lines = record.substr(first_line + 1);
  if (record.substr(0, first_line) != fmt::format("{:08x}", base::Crc32c(lines))) return {};

  std::istringstream in(lines);
  FileState then;
  std::string name;
  while (in >> then.size >> then.end_checksum >> name) {
    // A store file that is missing or cut costs its own rows, not the store.
    if (name.ends_with(".sst")) continue;
    const fs::path path = fs::path(engine_path) / name;
    const auto now = Look(path);
    if (now == then) continue;
    if (!now) {
      return {StatusCode::kCorruption,
              fmt::format("{} is missing; it was there when the store was closed", path.string())};
    }
    if (now->size != then.size) {
      return {StatusCode::kCorruption,
              fmt::format("{} has {} bytes; it had {} when the store was closed", path.string(),
                          now->size, then.size)};
    }
    return {StatusCode::kCorruption,
            fmt::format("{} does not end as it did when the store was closed", path.string())};
  }
  return {};
}

}  // namespace basalt::store
