#include "catalog/snapshots.h"

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include <fmt/format.h>

#include "base/failpoint.h"
#include "catalog/namespace_limits.h"
#include "catalog/region_ranges.h"
#include "model/names.h"
#include "model/store_file_tracker.h"
#include "store/family_files.h"

namespace basalt::catalog {
namespace {

std::vector<std::shared_ptr<store::Family>> FamiliesOf(const store::CellTable& cells) {
  std::vector<std::shared_ptr<store::Family>> families;
  for (const store::FamilyView& view : cells.families()) families.push_back(view.family);
  return families;
}

// Takes the name out of the book again.
template <typename Forget>
class AtEnd {
 public:
  explicit AtEnd(Forget forget) : forget_(std::move(forget)) {}
  ~AtEnd() { forget_(); }
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;

 private:
  const Forget forget_;
};

}  // namespace

struct Snapshots::Captured {
  std::unique_ptr<store::FamilyCapture> files;
  TableRecord record;
  std::vector<Bytes> splits;
};

Result<Snapshots::Captured> Snapshots::Capture(const TableName& table,
                                               const SnapshotOptions& options) {
  // The files are taken without the DDL lock. If the table was changed meanwhile they may not be
  // those of the table as it is now, and are taken again.
  constexpr int kAttempts = 10;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    BASALT_ASSIGN_OR_RETURN(const auto entry, state_.FindTable(table));
    const auto cells = entry->CellsInAnyState();
    Captured captured{std::make_unique<store::FamilyCapture>(state_.store(), FamiliesOf(*cells)),
                      entry->record(),
                      {}};
    // A disabled table has no writers; what it has in memory belongs to it.
    const Status taken = captured.files->Take(!options.skip_flush || !captured.record.enabled);
    const auto ddl = state_.LockDdl();
    // Every change of a table makes new cells for it.
    if (entry->dropped() || entry->CellsInAnyState() != cells) continue;
    BASALT_RETURN_IF_ERROR(taken);
    captured.record = entry->record();
    captured.splits = SplitsOf(*state_.regions().Of(table));
    return captured;
  }
  return Status(StatusCode::kSnapshotCreation,
                fmt::format("Table '{}' is being changed, can't take snapshot.", table.ToString()));
}

Status Snapshots::Take(const std::string& name, const TableName& table,
                       const SnapshotOptions& options) {
  BASALT_RETURN_IF_ERROR(model::CheckSnapshotName(name));
  if (model::IsSystemTable(table)) {
    return {StatusCode::kInvalidArgument, "System table snapshots are not allowed"};
  }
  const SnapshotType wanted = options.skip_flush ? SnapshotType::kSkipFlush : SnapshotType::kFlush;
  {
    const std::lock_guard lock(taking_mutex_);
    if (folder_.Contains(name)) return SnapshotExists(name);
    bool busy = false;
    for (const auto& [other, its_table] : taking_) busy |= other == name || its_table == table;
    if (busy) {
      return {StatusCode::kSnapshotCreation,
              fmt::format("Rejected taking {{ ss={} table={} type={} ttl={} }} because we are "
                          "already running another snapshot on the same table or with the same "
                          "name",
                          name, table.ToString(), SnapshotTypeName(wanted), options.ttl_seconds)};
    }
    taking_.emplace(name, table);
  }
  const AtEnd forget([&] {
    const std::lock_guard lock(taking_mutex_);
    taking_.erase(name);
  });

  const auto found = state_.FindTable(table);
  if (!found.ok()) {
    return {StatusCode::kSnapshotCreation,
            fmt::format("Table '{}' doesn't exist, can't take snapshot.", table.ToString())};
  }
  // The most of it ahead, so that writers wait for little.
  if (!options.skip_flush) {
    store::FamilyCapture ahead(state_.store(), FamiliesOf(*(*found)->CellsInAnyState()));
    BASALT_RETURN_IF_ERROR(ahead.Prepare());
  }
  BASALT_ASSIGN_OR_RETURN(const auto scratch, folder_.NewScratch());
  base::Failpoint("take_snapshot.begin");

  BASALT_ASSIGN_OR_RETURN(Captured captured, Capture(table, options));
  SnapshotDescription description(captured.record.descriptor);
  description.splits = std::move(captured.splits);
  description.name = name;
  description.type = captured.record.enabled ? wanted : SnapshotType::kDisabled;
  const int64_t now = state_.store()->clock().NowMs();
  description.creation_time_ms = options.creation_time_ms > 0 ? options.creation_time_ms : now;
  description.ttl_seconds = options.ttl_seconds;
  description.owner = options.owner;
  SnapshotManifest manifest(std::move(description));
  BASALT_ASSIGN_OR_RETURN(manifest.families, captured.files->SaveTo(scratch->path()));
  base::Failpoint("take_snapshot.linked");
  if (manifest.description.ExpiredAt(state_.store()->clock().NowMs())) {
    return {StatusCode::kSnapshotExpired,
            fmt::format("TTL for snapshot '{}' has already expired.", name)};
  }
  BASALT_RETURN_IF_ERROR(folder_.Publish(*scratch, manifest));
  base::Failpoint("take_snapshot.published");
  return {};
}

bool Snapshots::IsTaking(const std::string& name) const {
  const std::lock_guard lock(taking_mutex_);
  return taking_.contains(name);
}

Result<SnapshotManifest> Snapshots::ReadUsable(const std::string& name) const {
  BASALT_ASSIGN_OR_RETURN(auto manifest, folder_.Read(name));
  if (manifest.description.ExpiredAt(state_.store()->clock().NowMs())) {
    return Status(StatusCode::kSnapshotExpired,
                  fmt::format("TTL for snapshot '{}' has already expired.", name));
  }
  return manifest;
}

Status Snapshots::ImportFamilies(const SnapshotManifest& snapshot, TableRecord& record) {
  const std::shared_lock files(files_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto scratch, folder_.NewScratch());
  const std::string folder = folder_.PathOf(snapshot.description.name);
  for (size_t i = 0; i < snapshot.families.size(); ++i) {
    const FamilyDescriptor& family = record.descriptor.families()[i];
    const auto label = changes_.NewLabel(record);
    const auto made = label.ok()
                          ? state_.store()->ImportFamily(*label, family, snapshot.families[i],
                                                         folder, scratch->path())
                          : Result<std::shared_ptr<store::Family>>(label.status());
    if (!made.ok()) {
      changes_.DropUnused(std::exchange(record.labels, {}), record);
      return made.status();
    }
    record.labels[family.name()] = (*made)->label();
    base::Failpoint("family.imported");
  }
  return {};
}

Status Snapshots::Clone(const std::string& name, const TableName& table, Procedure* procedure) {
  BASALT_RETURN_IF_ERROR(state_.FindNamespace(table.ns()).status());
  BASALT_ASSIGN_OR_RETURN(const SnapshotManifest manifest, ReadUsable(name));
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor descriptor,
                          Renamed(manifest.description.table, table));
  BASALT_RETURN_IF_ERROR(descriptor.Validate());
  BASALT_ASSIGN_OR_RETURN(auto guard, changes_.MakeGuard(descriptor, nullptr));
  const size_t regions = manifest.description.splits.size() + 1;
  {
    const auto ddl = state_.LockDdl();
    BASALT_RETURN_IF_ERROR(changes_.CheckNew(table));
    BASALT_RETURN_IF_ERROR(CheckRoomForTable(state_, table, regions));
  }
  TableRecord record(descriptor);
  record.id = state_.NewId();
  base::Failpoint("clone_snapshot.begin");
  BASALT_RETURN_IF_ERROR(ImportFamilies(manifest, record));

  const auto ddl = state_.LockDdl();
  // Somebody may have made a table of that name since, or used up the namespace's limits.
  Status status = changes_.CheckNew(table);
  if (status.ok()) status = CheckRoomForTable(state_, table, regions);
  if (!status.ok()) {
    changes_.DropUnused(std::exchange(record.labels, {}), record);
    return status;
  }
  return changes_.Add(std::move(record), std::move(guard), manifest.description.splits,
                      "clone_snapshot", procedure);
}

Status Snapshots::Restore(const std::string& name, Procedure* procedure) {
  BASALT_ASSIGN_OR_RETURN(const SnapshotManifest manifest, ReadUsable(name));
  const TableName& table = manifest.description.table.name();
  BASALT_RETURN_IF_ERROR(manifest.description.table.Validate());
  TableRecord imported(manifest.description.table);
  {
    BASALT_ASSIGN_OR_RETURN(const auto entry, changes_.FindDisabled(table));
    imported.id = entry->record().id;
    BASALT_RETURN_IF_ERROR(
        model::CheckRestoredTrackers(entry->record().descriptor, imported.descriptor));
  }
  base::Failpoint("restore_snapshot.begin");
  BASALT_RETURN_IF_ERROR(ImportFamilies(manifest, imported));
  return Replace(manifest, imported, procedure);
}

Status Snapshots::Replace(const SnapshotManifest& manifest, const TableRecord& imported,
                          Procedure* procedure) {
  const TableName& table = imported.descriptor.name();
  const auto ddl = state_.LockDdl();
  const auto fail = [&](Status status) {
    changes_.DropUnused(imported.labels, TableRecord(imported.descriptor));
    return status;
  };
  const auto entry = changes_.FindDisabled(table);
  if (!entry.ok()) return fail(entry.status());
  Status room = CheckRegionCount(state_, table, manifest.description.splits.size() + 1);
  if (!room.ok()) return fail(std::move(room));

  // Regions with the same bounds stay what they are.
  const auto old_regions = state_.regions().Of(table);
  MetaChange change = state_.NewMetaChange();
  std::vector<model::RegionInfo> infos;
  const int32_t replication = imported.descriptor.region_replication();
  const int32_t before = (*entry)->record().descriptor.region_replication();
  if (SplitsOf(*old_regions) != manifest.description.splits) {
    infos = CutAt(table, manifest.description.splits, state_.NewRegionId());
    Status status = change.EraseTable(table);
    for (const auto& info : infos) {
      if (status.ok()) status = change.AddRegion(info, replication);
      if (status.ok()) status = change.CloseRegion(info, replication);
    }
    if (status.ok()) status = change.SetTableState(table, false);
    if (!status.ok()) return fail(std::move(status));
  } else if (replication != before) {
    for (const RegionPtr& region : *old_regions) {
      if (Status status =
              change.ChangeReplication(region->info(), before, replication, /*open=*/false);
          !status.ok()) {
        return fail(std::move(status));
      }
    }
  }
  TableRecord record = (*entry)->record();
  record.descriptor = imported.descriptor;
  record.labels = imported.labels;
  BASALT_RETURN_IF_ERROR(
      changes_.Change(**entry, std::move(record), change.Take(), "restore_snapshot", procedure));
  if (!infos.empty()) {
    state_.regions().Replace(table, *old_regions, MakeRegions(*entry, infos));
  }
  state_.regions().SyncReplicas(table);
  return {};
}

Status Snapshots::Delete(const std::string& name) {
  const std::unique_lock no_readers(files_mutex_);
  return folder_.Delete(name);
}

Result<int> Snapshots::DeleteExpired() {
  int deleted = 0;
  const int64_t now = state_.store()->clock().NowMs();
  for (const SnapshotManifest& manifest : folder_.List()) {
    if (!manifest.description.ExpiredAt(now)) continue;
    const Status status = Delete(manifest.description.name);
    // Somebody else may have been faster.
    if (!status.ok() && status.code() != StatusCode::kSnapshotNotFound) return status;
    ++deleted;
  }
  return deleted;
}

}  // namespace basalt::catalog
