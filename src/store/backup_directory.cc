#include "store/backup_directory.h"

#include <sys/file.h>

#include <cerrno>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "basalt/bytes.h"
#include "base/crc32c.h"
#include "base/file_ops.h"
#include "base/varint.h"

namespace basalt::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStamp = "basalt backups ";
constexpr int kVersion = 1;
// RocksDB limits a backup's metadata to 1 MB, and stores it in hex.
constexpr size_t kMaxFamilyBytes = 400 << 10;

Status CheckStamp(const std::string& path, const std::string& content) {
  int version = 0;
  const bool recognised =
      content.starts_with(kStamp) &&
      std::from_chars(content.data() + kStamp.size(), content.data() + content.size(), version)
              .ec == std::errc() &&
      version > 0;
  if (!recognised) {
    return {StatusCode::kCorruption,
            fmt::format("{}/BACKUPS does not say '{}<version>'", path, kStamp)};
  }
  if (version > kVersion) {
    return {StatusCode::kNewerFormat,
            fmt::format("the backups in {} have version {}, this program reads up to {}", path,
                        version, kVersion)};
  }
  return {};
}

// A directory without a stamp may be used if it holds nothing but our own first files.
Status CheckUnstampedBackups(const std::string& path) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    const std::string name = entry.path().filename().string();
    if (name == "lock" || name == "BACKUPS.tmp") continue;
    return {StatusCode::kInvalidArgument,
            fmt::format("{} is not empty and holds no backups of Basalt (it has no file BACKUPS); "
                        "choose another directory",
                        path)};
  }
  if (error) return base::FileError("read", path, error.value());
  return {};
}

bool IsInside(const fs::path& inner, const fs::path& outer) {
  auto at = inner.begin();
  for (const fs::path& part : outer) {
    if (part.empty()) continue;
    if (at == inner.end() || *at != part) return false;
    ++at;
  }
  return true;
}

}  // namespace

Result<std::unique_ptr<BackupDirectory>> BackupDirectory::Open(const std::string& path, Use use) {
  std::error_code error;
  const bool there = fs::exists(path, error);
  if (there && !fs::is_directory(path, error)) {
    return Status(StatusCode::kInvalidArgument, path + " is not a directory");
  }
  const std::string stamp_path = path + "/BACKUPS";
  const bool stamped = there && fs::exists(stamp_path, error);
  if (!stamped && use == Use::kRead) {
    return Status(StatusCode::kInvalidArgument, "there are no backups of Basalt in " + path);
  }
  if (there && !stamped) {
    BASALT_RETURN_IF_ERROR(CheckUnstampedBackups(path));
    // Not ours to change if somebody else owns it.
    (void)base::CloseFolderToOthers(path).ok();
  }
  if (!there) BASALT_RETURN_IF_ERROR(base::CreateFolder(fs::absolute(path, error)));

  const std::string lock_path = path + "/lock";
  // Readers need no write permission.
  base::File lock(lock_path, use == Use::kRead ? O_RDONLY : O_RDWR | O_CREAT);
  if (lock.fd() < 0) return base::FileError("open", lock_path, errno);
  if (::flock(lock.fd(), (use == Use::kRead ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return base::FileError("lock", lock_path, errno);
    return Status(
        StatusCode::kLocked,
        fmt::format("the backups in {} are being changed or read by another process", path));
  }
  if (const auto content = base::ReadFile(stamp_path)) {
    BASALT_RETURN_IF_ERROR(CheckStamp(path, *content));
  } else {
    if (stamped) return base::FileError("read", stamp_path, errno);
    BASALT_RETURN_IF_ERROR(base::ReplaceFile(stamp_path, fmt::format("{}{}\n", kStamp, kVersion)));
  }
  return std::unique_ptr<BackupDirectory>(new BackupDirectory(path, lock.release()));
}

BackupDirectory::~BackupDirectory() { ::close(lock_fd_); }

Status CheckApart(const std::string& backups, const std::string& data) {
  std::error_code error;
  const fs::path one = fs::weakly_canonical(fs::absolute(backups, error), error);
  const fs::path other = fs::weakly_canonical(fs::absolute(data, error), error);
  if (!IsInside(one, other) && !IsInside(other, one)) return {};
  return {StatusCode::kInvalidArgument,
          fmt::format("{} and {} lie in each other; backups need a directory of their own, best on "
                      "another disk",
                      backups, data)};
}

std::string BackupNote::Encode() const {
  Bytes body;
  base::AppendText(body, fmt::format("{} {} {:d}", format, begun_ms, full));
  size_t family_bytes = 0;
  for (const auto& [label, settings] : families) family_bytes += label.size() + settings.size();
  if (family_bytes <= kMaxFamilyBytes) {
    for (const auto& [label, settings] : families) {
      base::AppendText(body, label);
      base::AppendText(body, settings);
    }
  }
  return fmt::format("basalt {:08x} ", base::Crc32c(body)) + body;
}

Result<BackupNote> BackupNote::Decode(std::string_view text) {
  constexpr size_t kHead = sizeof("basalt 00000000 ") - 1;
  const Status damaged(StatusCode::kCorruption, "what the backup says about itself is damaged");
  if (text.size() < kHead) return damaged;
  BytesView body = text.substr(kHead);
  if (text.substr(0, kHead) != fmt::format("basalt {:08x} ", base::Crc32c(body))) return damaged;
  BackupNote note;
  BytesView numbers;
  if (!base::TakeText(body, numbers)) return damaged;
  int full = 0;
  const std::string line(numbers);
  if (std::sscanf(line.c_str(), "%d %ld %d", &note.format, &note.begun_ms, &full) != 3) {
    return damaged;
  }
  note.full = full != 0;
  BytesView label;
  BytesView settings;
  while (base::TakeText(body, label) && base::TakeText(body, settings)) {
    note.families[std::string(label)] = std::string(settings);
  }
  return note;
}

}  // namespace basalt::store
