// What can be done with snapshots from their folders alone.
#include "basalt/snapshot.h"

#include <unistd.h>

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/file_ops.h"
#include "catalog/snapshot_folder.h"
#include "model/names.h"

namespace basalt {
inline namespace v1 {
namespace {

namespace fs = std::filesystem;
using catalog::SnapshotFolder;
using catalog::SnapshotManifest;

Status CheckDataDirectory(const std::string& directory) {
  std::error_code error;
  if (fs::exists(directory + "/FORMAT", error)) return {};
  return {StatusCode::kInvalidArgument, directory + " is not a Basalt directory"};
}

// A folder beside its later place; gone at the end unless it got there.
class Partial {
 public:
  explicit Partial(const std::string& target)
      : path_(fmt::format("{}.partial-{}", target, ::getpid())) {}
  ~Partial() { (void)base::RemoveFolder(path_).ok(); }
  Partial(const Partial&) = delete;
  Partial& operator=(const Partial&) = delete;
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

}  // namespace

Result<std::vector<SnapshotDescription>> ListSnapshots(const std::string& data_directory,
                                                       std::vector<std::string>* damaged) {
  BASALT_RETURN_IF_ERROR(CheckDataDirectory(data_directory));
  std::vector<Status> unreadable;
  std::vector<SnapshotDescription> descriptions;
  for (SnapshotManifest& manifest : SnapshotFolder(data_directory).List(&unreadable)) {
    descriptions.push_back(std::move(manifest.description));
  }
  for (const Status& status : unreadable) {
    if (damaged != nullptr) damaged->push_back(status.message());
  }
  return descriptions;
}

Result<SnapshotDescription> DescribeSnapshot(const std::string& data_directory,
                                             const std::string& name) {
  BASALT_RETURN_IF_ERROR(CheckDataDirectory(data_directory));
  BASALT_ASSIGN_OR_RETURN(SnapshotManifest manifest, SnapshotFolder(data_directory).Read(name));
  return std::move(manifest.description);
}

Status ExportSnapshot(const std::string& data_directory, const std::string& name,
                      const std::string& target, const ExportOptions& options) {
  BASALT_RETURN_IF_ERROR(CheckDataDirectory(data_directory));
  const SnapshotFolder snapshots(data_directory);
  BASALT_ASSIGN_OR_RETURN(SnapshotManifest manifest, snapshots.Read(name));
  std::error_code error;
  if (target.empty() || fs::exists(target, error)) {
    return {StatusCode::kInvalidArgument,
            fmt::format("cannot export to '{}': {}", target,
                        target.empty() ? "no folder is named" : "it exists already")};
  }
  fs::path place = target;
  // "folder/" names the folder, too.
  if (!place.has_filename()) place = place.parent_path();
  const Partial partial(place.string());
  BASALT_RETURN_IF_ERROR(base::CreateFolder(partial.path()));
  BASALT_RETURN_IF_ERROR(TransferFiles(manifest, snapshots.PathOf(name), partial.path(), options));
  BASALT_RETURN_IF_ERROR(base::WriteFile(partial.path() + "/" + std::string(catalog::kManifestName),
                                         manifest.Encode()));
  BASALT_RETURN_IF_ERROR(base::SyncFolder(partial.path()));
  return base::Rename(partial.path(), place.string());
}

Status ImportSnapshot(const std::string& data_directory, const std::string& source,
                      const std::string& name, const ExportOptions& options) {
  BASALT_RETURN_IF_ERROR(CheckDataDirectory(data_directory));
  std::error_code error;
  if (!fs::exists(source + "/" + std::string(catalog::kManifestName), error)) {
    return {StatusCode::kInvalidArgument,
            fmt::format("{} is not an exported snapshot: it has no file {}", source,
                        catalog::kManifestName)};
  }
  BASALT_ASSIGN_OR_RETURN(SnapshotManifest manifest, catalog::ReadManifest(source));
  for (const store::FamilyFiles& family : manifest.families) {
    for (const store::FamilyFile& file : family.files) {
      if (file.checksum) continue;
      return {StatusCode::kInvalidArgument,
              fmt::format("{} has no checksums, so it cannot be checked: make it with 'basalt "
                          "snapshot export'",
                          source)};
    }
  }
  if (!name.empty()) manifest.description.name = name;
  const std::string& as = manifest.description.name;
  BASALT_RETURN_IF_ERROR(model::CheckSnapshotName(as));
  const SnapshotFolder snapshots(data_directory);
  if (snapshots.Contains(as)) return catalog::SnapshotExists(as);
  BASALT_ASSIGN_OR_RETURN(const auto scratch, snapshots.NewScratch());
  BASALT_RETURN_IF_ERROR(TransferFiles(manifest, source, scratch->path(), options));
  return snapshots.Publish(*scratch, manifest);
}

}  // namespace v1
}  // namespace basalt
