#include "catalog/snapshot_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/failpoint.h"
#include "base/file_ops.h"
#include "model/names.h"

namespace basalt::catalog {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLockExtension = ".lock";

// The lock of a scratch folder, or -1 while somebody works in it.
int LockScratch(const std::string& path) {
  const std::string lock = path + std::string(kLockExtension);
  const int fd = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, base::kFileMode);
  if (fd < 0 || ::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  ::close(fd);
  return -1;
}

void RemoveScratch(const std::string& path, int lock_fd) {
  // What cannot be removed now is a leftover, for the next open.
  (void)base::RemoveFolder(path).ok();
  ::unlink((path + std::string(kLockExtension)).c_str());
  ::close(lock_fd);
}

Status Mismatch(const std::string& path, std::string_view what) {
  return {StatusCode::kCorruption, fmt::format("{}: {}", path, what)};
}

}  // namespace

Status SnapshotNotFound(const std::string& name) {
  return {StatusCode::kSnapshotNotFound,
          fmt::format("Snapshot '{}' doesn't exist on the filesystem", name)};
}

Status SnapshotExists(const std::string& name) {
  return {StatusCode::kSnapshotExists,
          fmt::format("Snapshot '{}' already stored on the filesystem.", name)};
}

SnapshotFolder::Scratch::~Scratch() { RemoveScratch(path_, lock_fd_); }

bool SnapshotFolder::Contains(const std::string& name) const {
  std::error_code error;
  return model::CheckSnapshotName(name).ok() && fs::exists(PathOf(name), error);
}

Result<SnapshotManifest> ReadManifest(const std::string& folder) {
  const std::string path = folder + "/" + std::string(kManifestName);
  const auto content = base::ReadFile(path);
  if (!content) return Status(StatusCode::kCorruption, path + " is missing or cannot be read");
  auto manifest = SnapshotManifest::Decode(*content);
  if (!manifest.ok()) return manifest.status().WithContext(path);
  return manifest;
}

Result<SnapshotManifest> SnapshotFolder::Read(const std::string& name) const {
  if (!Contains(name)) return SnapshotNotFound(name);
  return ReadManifest(PathOf(name));
}

std::vector<SnapshotManifest> SnapshotFolder::List(std::vector<Status>* damaged) const {
  std::vector<SnapshotManifest> manifests;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_, error)) {
    const std::string name = entry.path().filename().string();
    if (name.front() == '.') continue;
    auto manifest = Read(name);
    if (manifest.ok()) {
      manifests.push_back(std::move(*manifest));
    } else if (damaged != nullptr && manifest.status().code() != StatusCode::kSnapshotNotFound) {
      damaged->push_back(manifest.status());
    }
  }
  std::ranges::sort(manifests, {}, [](const SnapshotManifest& manifest) -> const std::string& {
    return manifest.description.name;
  });
  return manifests;
}

Result<std::unique_ptr<SnapshotFolder::Scratch>> SnapshotFolder::NewScratch() const {
  static std::atomic<uint64_t> next{0};
  BASALT_RETURN_IF_ERROR(base::CreateFolder(ScratchRoot()));
  for (;;) {
    const std::string path = fmt::format("{}/{}-{}", ScratchRoot(), ::getpid(), next++);
    const int fd = LockScratch(path);
    std::error_code error;
    // A leftover of another process with our number keeps its name.
    if (fd < 0 && errno == EWOULDBLOCK) continue;
    if (fd < 0) return base::FileError("create", path + std::string(kLockExtension), errno);
    if (fs::exists(path, error)) {
      RemoveScratch(path, fd);
      continue;
    }
    std::unique_ptr<Scratch> scratch(new Scratch(path, fd));
    BASALT_RETURN_IF_ERROR(base::CreateFolder(path));
    return scratch;
  }
}

Status SnapshotFolder::Publish(Scratch& scratch, const SnapshotManifest& manifest) const {
  BASALT_RETURN_IF_ERROR(
      base::WriteFile(scratch.path() + "/" + std::string(kManifestName), manifest.Encode()));
  BASALT_RETURN_IF_ERROR(base::SyncFolder(scratch.path()));
  const std::string& name = manifest.description.name;
  // A folder that holds something is not replaced.
  const Status renamed = base::Rename(scratch.path(), PathOf(name));
  if (!renamed.ok() && fs::exists(scratch.path()) && Contains(name)) return SnapshotExists(name);
  return renamed;
}

Status SnapshotFolder::Delete(const std::string& name) const {
  if (!Contains(name)) return SnapshotNotFound(name);
  BASALT_ASSIGN_OR_RETURN(const auto scratch, NewScratch());
  base::Failpoint("delete_snapshot.begin");
  BASALT_RETURN_IF_ERROR(base::Rename(PathOf(name), scratch->path() + "/" + name));
  base::Failpoint("delete_snapshot.renamed");
  return {};
}

Status SnapshotFolder::RemoveLeftovers() const {
  std::error_code error;
  std::vector<std::string> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(ScratchRoot(), error)) {
    fs::path path = entry.path();
    if (path.extension() == kLockExtension) path.replace_extension();
    folders.push_back(path.string());
  }
  for (const std::string& folder : folders) {
    if (const int fd = LockScratch(folder); fd >= 0) RemoveScratch(folder, fd);
  }
  return {};
}

Status TransferFiles(SnapshotManifest& manifest, const std::string& from, const std::string& to,
                     const ExportOptions& options) {
  uint64_t done = 0;
  const uint64_t total = manifest.description.bytes;
  const base::Progress progress = [&](uint64_t bytes) {
    done += bytes;
    return options.progress ? options.progress(std::min(done, total), total) : Status();
  };
  for (store::FamilyFiles& family : manifest.families) {
    for (store::FamilyFile& file : family.files) {
      const std::string source = from + "/" + file.name;
      const std::string target = to + "/" + file.name;
      std::error_code error;
      if (!fs::exists(source, error)) return Mismatch(source, "the file is missing");
      if (fs::file_size(source, error) != file.bytes) {
        return Mismatch(source, fmt::format("the file has not the {} bytes it should", file.bytes));
      }
      uint32_t checksum = 0;
      if (!options.copy && ::link(source.c_str(), target.c_str()) == 0) {
        BASALT_ASSIGN_OR_RETURN(checksum, base::FileChecksum(target, progress));
      } else {
        BASALT_ASSIGN_OR_RETURN(checksum, base::CopyFile(source, target, progress));
        BASALT_ASSIGN_OR_RETURN(const uint32_t written, base::FileChecksum(target));
        if (written != checksum) return Mismatch(target, "what was written is not what is there");
      }
      if (file.checksum && *file.checksum != checksum) {
        return Mismatch(source, "the checksum of the file is not what it should be");
      }
      file.checksum = checksum;
    }
  }
  return {};
}

}  // namespace basalt::catalog
