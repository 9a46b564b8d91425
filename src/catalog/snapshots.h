// Snapshots: the catalog's snapshots: taking, cloning, restoring and deleting them. Files are read,
// linked and imported without the DDL lock; what a change is based on is checked again under it.
// Errors are HBase's. Thread safe.
#pragma once

#include <map>
#include <string>

#include "basalt/snapshot.h"
#include "basalt/status.h"
#include "base/ordered_mutex.h"
#include "catalog/snapshot_folder.h"
#include "catalog/table_changes.h"

namespace basalt::catalog {

class Snapshots {
 public:
  Snapshots(CatalogState& state, TableChanges& changes)
      : state_(state), changes_(changes), folder_(state.store()->path()) {}

  const SnapshotFolder& folder() const { return folder_; }

  // The table as it is at one moment, over all its families, while writers go on.
  Status Take(const std::string& name, const TableName& table, const SnapshotOptions& options);
  // Whether one of the name is in the making.
  bool IsTaking(const std::string& name) const;
  // A new table with the snapshot's data, descriptor and regions.
  Status Clone(const std::string& name, const TableName& table, Procedure* procedure = nullptr);
  // The table, which must be disabled, becomes what it was.
  Status Restore(const std::string& name, Procedure* procedure = nullptr);
  Status Delete(const std::string& name);
  // Those whose time is over. Returns how many.
  Result<int> DeleteExpired();

 private:
  // A table's files at one moment, and what the table was then.
  struct Captured;
  Result<Captured> Capture(const TableName& table, const SnapshotOptions& options);
  // What a snapshot must be to be cloned or restored.
  Result<SnapshotManifest> ReadUsable(const std::string& name) const;
  // Gives the record's families, which have no labels yet, column families with the snapshot's
  // files. When it fails none is left.
  Status ImportFamilies(const SnapshotManifest& snapshot, TableRecord& record);
  Status Replace(const SnapshotManifest& manifest, const TableRecord& imported,
                 Procedure* procedure);

  CatalogState& state_;
  TableChanges& changes_;
  const SnapshotFolder folder_;
  // Shared while a snapshot's files are read; not taken by holders of the DDL lock.
  base::OrderedSharedMutex<base::LockRank::kSnapshotFiles> files_mutex_;
  mutable base::OrderedMutex<base::LockRank::kTakingSnapshots> taking_mutex_;
  std::map<std::string, TableName, std::less<>> taking_;
};

}  // namespace basalt::catalog
