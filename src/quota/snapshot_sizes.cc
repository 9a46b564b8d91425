#include "quota/snapshot_sizes.h"

#include <sys/stat.h>

#include <utility>

namespace basalt::quota {
namespace {

// Snapshots are hard links to the store's files.
struct LinkedFile {
  uint64_t bytes = 0;
  uint64_t links = 0;
  uint64_t links_of_snapshots = 0;
  std::string first_snapshot;
};

}  // namespace

std::map<std::string, SnapshotSize> SnapshotSizes(const catalog::Catalog& catalog) {
  std::map<std::string, SnapshotSize> sizes;
  std::map<std::pair<dev_t, ino_t>, LinkedFile> files;
  const catalog::SnapshotFolder& folder = catalog.snapshots().folder();
  for (const catalog::SnapshotManifest& manifest : folder.List()) {
    const std::string& name = manifest.description.name;
    sizes.insert_or_assign(name, SnapshotSize{manifest.description.table.name(), 0});
    for (const store::FamilyFiles& family : manifest.families) {
      for (const store::FamilyFile& file : family.files) {
        struct stat found = {};
        const std::string path = folder.PathOf(name) + "/" + file.name;
        if (::stat(path.c_str(), &found) != 0) continue;  // deleted since
        LinkedFile& linked = files[{found.st_dev, found.st_ino}];
        linked.bytes = static_cast<uint64_t>(found.st_size);
        linked.links = found.st_nlink;
        ++linked.links_of_snapshots;
        if (linked.first_snapshot.empty() || name < linked.first_snapshot) {
          linked.first_snapshot = name;
        }
      }
    }
  }
  for (const auto& [inode, file] : files) {
    if (file.links > file.links_of_snapshots) continue;  // the table still has it
    sizes.at(file.first_snapshot).bytes += file.bytes;
  }
  return sizes;
}

}  // namespace basalt::quota
