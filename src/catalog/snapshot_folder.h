// SnapshotFolder: the snapshots of a data directory, as folders in <directory>/snapshots.
//
//   <name>/SNAPSHOT        the manifest
//   <name>/*.sst           the files it names
//   .tmp/<id>, .tmp/<id>.lock  a snapshot in the making, or on its way out, and whose it is
//
// A snapshot comes and goes by one rename, so a folder that is there is whole. Nothing else is kept
// about it, and no lock is needed to read one: other processes may add some at any time. Thread
// safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "basalt/snapshot.h"
#include "basalt/status.h"
#include "catalog/snapshot_manifest.h"

namespace basalt::catalog {

class SnapshotFolder {
 public:
  // A folder of the caller's own among the snapshots in the making; removed when it goes out of
  // scope, unless it has become a snapshot.
  class Scratch {
   public:
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    const std::string& path() const { return path_; }

   private:
    friend class SnapshotFolder;
    Scratch(std::string path, int lock_fd) : path_(std::move(path)), lock_fd_(lock_fd) {}
    const std::string path_;
    const int lock_fd_;
  };

  explicit SnapshotFolder(const std::string& data_directory)
      : path_(data_directory + "/snapshots") {}

  std::string PathOf(const std::string& name) const { return path_ + "/" + name; }
  bool Contains(const std::string& name) const;
  // kSnapshotNotFound, kCorruption, kNewerFormat.
  Result<SnapshotManifest> Read(const std::string& name) const;
  // In the order of their names, without those that cannot be read: `damaged` gets what is wrong.
  std::vector<SnapshotManifest> List(std::vector<Status>* damaged = nullptr) const;

  Result<std::unique_ptr<Scratch>> NewScratch() const;
  // Writes the manifest and gives the folder its name. kSnapshotExists.
  Status Publish(Scratch& scratch, const SnapshotManifest& manifest) const;
  // kSnapshotNotFound.
  Status Delete(const std::string& name) const;
  // What a process that was killed has left in the making.
  Status RemoveLeftovers() const;

 private:
  std::string ScratchRoot() const { return path_ + "/.tmp"; }

  const std::string path_;
};

// HBase's errors about a name.
Status SnapshotNotFound(const std::string& name);
Status SnapshotExists(const std::string& name);

// The manifest in a folder.
Result<SnapshotManifest> ReadManifest(const std::string& folder);

// Brings the files of a manifest from one folder to another: as links, or as copies where there are
// none or `options` says so. Fills in the checksums; compares sizes, and checksums that are known.
// A copy is read again.
Status TransferFiles(SnapshotManifest& manifest, const std::string& from, const std::string& to,
                     const ExportOptions& options);

}  // namespace basalt::catalog
