// The catalog's snapshots: taking, cloning, restoring and deleting them.
#include <utility>

#include <fmt/format.h>

#include "base/failpoint.h"
#include "catalog/catalog.h"
#include "catalog/region_ranges.h"
#include "model/names.h"
#include "store/family_files.h"

namespace basalt::catalog {
namespace {

std::vector<Bytes> SplitsOf(const std::vector<std::shared_ptr<Region>>& regions) {
  std::vector<Bytes> splits;
  for (const auto& region : regions) {
    if (!region->info().start_key.empty()) splits.push_back(region->info().start_key);
  }
  return splits;
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

Status Catalog::TakeSnapshot(const std::string& name, const TableName& table,
                             const SnapshotOptions& options) {
  BASALT_RETURN_IF_ERROR(model::CheckSnapshotName(name));
  if (model::IsSystemTable(table)) {
    return {StatusCode::kInvalidArgument, "System table snapshots are not allowed"};
  }
  const SnapshotType wanted = options.skip_flush ? SnapshotType::kSkipFlush : SnapshotType::kFlush;
  {
    const std::lock_guard lock(taking_mutex_);
    if (snapshots_.Contains(name)) return SnapshotExists(name);
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

  const auto found = FindTable(table);
  if (!found.ok()) {
    return {StatusCode::kSnapshotCreation,
            fmt::format("Table '{}' doesn't exist, can't take snapshot.", table.ToString())};
  }
  const auto families_of = [](const store::CellTable& cells) {
    std::vector<std::shared_ptr<store::Family>> families;
    for (const store::FamilyView& view : cells.families()) families.push_back(view.family);
    return families;
  };
  // The most of it while tables can still be changed.
  if (!options.skip_flush) {
    store::FamilyCapture ahead(store_, families_of(*(*found)->CellsInAnyState()));
    BASALT_RETURN_IF_ERROR(ahead.Prepare());
  }
  BASALT_ASSIGN_OR_RETURN(const auto scratch, snapshots_.NewScratch());
  base::Failpoint("take_snapshot.begin");

  std::unique_lock ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindTable(table));
  const TableRecord record = entry->record();
  store::FamilyCapture capture(store_, families_of(*entry->CellsInAnyState()));
  // A disabled table has no writers; what it has in memory belongs to it.
  BASALT_RETURN_IF_ERROR(capture.Take(!options.skip_flush || !record.enabled));
  SnapshotDescription description(record.descriptor);
  description.splits = SplitsOf(*regions_.Of(table));
  ddl.unlock();

  description.name = name;
  description.type = record.enabled ? wanted : SnapshotType::kDisabled;
  const int64_t now = store_->clock().NowMs();
  description.creation_time_ms = options.creation_time_ms > 0 ? options.creation_time_ms : now;
  description.ttl_seconds = options.ttl_seconds;
  description.owner = options.owner;
  SnapshotManifest manifest(std::move(description));
  BASALT_ASSIGN_OR_RETURN(manifest.families, capture.SaveTo(scratch->path()));
  base::Failpoint("take_snapshot.linked");
  if (manifest.description.ExpiredAt(store_->clock().NowMs())) {
    return {StatusCode::kSnapshotExpired,
            fmt::format("TTL for snapshot '{}' has already expired.", name)};
  }
  BASALT_RETURN_IF_ERROR(snapshots_.Publish(*scratch, manifest));
  base::Failpoint("take_snapshot.published");
  return {};
}

bool Catalog::IsTakingSnapshot(const std::string& name) const {
  const std::lock_guard lock(taking_mutex_);
  return taking_.contains(name);
}

Result<SnapshotManifest> Catalog::ReadUsableSnapshot(const std::string& name) const {
  BASALT_ASSIGN_OR_RETURN(auto manifest, snapshots_.Read(name));
  if (manifest.description.ExpiredAt(store_->clock().NowMs())) {
    return Status(StatusCode::kSnapshotExpired,
                  fmt::format("TTL for snapshot '{}' has already expired.", name));
  }
  return manifest;
}

Status Catalog::ImportFamilies(const SnapshotManifest& snapshot, TableRecord& record) {
  const std::shared_lock files(snapshot_files_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto scratch, snapshots_.NewScratch());
  const std::string folder = snapshots_.PathOf(snapshot.description.name);
  for (size_t i = 0; i < snapshot.families.size(); ++i) {
    const FamilyDescriptor& family = record.descriptor.families()[i];
    const std::string label = fmt::format("{}.{}", record.id, next_id_++);
    BASALT_ASSIGN_OR_RETURN(
        const auto made,
        store_->ImportFamily(label, family, snapshot.families[i], folder, scratch->path()));
    record.labels[family.name()] = made->label();
    base::Failpoint("family.imported");
  }
  return {};
}

Status Catalog::CloneSnapshot(const std::string& name, const TableName& table,
                              Procedure* procedure) {
  BASALT_RETURN_IF_ERROR(GetNamespace(table.ns()).status());
  BASALT_ASSIGN_OR_RETURN(const SnapshotManifest manifest, ReadUsableSnapshot(name));
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor descriptor,
                          Renamed(manifest.description.table, table));
  BASALT_RETURN_IF_ERROR(descriptor.Validate());
  BASALT_ASSIGN_OR_RETURN(auto guard, MakeGuard(descriptor, nullptr));
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_RETURN_IF_ERROR(CheckNew(table));
  return AddTable(
      TableRecord(descriptor), std::move(guard), manifest.description.splits,
      [&](TableRecord& record) {
        base::Failpoint("clone_snapshot.begin");
        return ImportFamilies(manifest, record);
      },
      "clone_snapshot", procedure);
}

Status Catalog::RestoreSnapshot(const std::string& name, Procedure* procedure) {
  BASALT_ASSIGN_OR_RETURN(const SnapshotManifest manifest, ReadUsableSnapshot(name));
  const TableName& table = manifest.description.table.name();
  BASALT_RETURN_IF_ERROR(manifest.description.table.Validate());
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindDisabled(table));

  // Regions with the same bounds stay what they are.
  const auto old_regions = regions_.Of(table);
  MetaChange change = NewMetaChange();
  std::vector<model::RegionInfo> infos;
  if (SplitsOf(*old_regions) != manifest.description.splits) {
    infos = CutAt(table, manifest.description.splits, NewRegionId());
    BASALT_RETURN_IF_ERROR(change.EraseTable(table));
    for (const auto& info : infos) {
      BASALT_RETURN_IF_ERROR(change.AddRegion(info));
      BASALT_RETURN_IF_ERROR(change.CloseRegion(info));
    }
    BASALT_RETURN_IF_ERROR(change.SetTableState(table, false));
  }
  const TableRecord before = entry->record();
  TableRecord record = before;
  record.descriptor = manifest.description.table;
  record.labels.clear();
  base::Failpoint("restore_snapshot.begin");
  if (Status imported = ImportFamilies(manifest, record); !imported.ok()) {
    DropUnused(record.labels, before);
    return imported;
  }
  BASALT_RETURN_IF_ERROR(
      Change(*entry, std::move(record), change.Take(), "restore_snapshot", procedure));
  if (!infos.empty()) regions_.Replace(table, *old_regions, MakeRegions(entry, infos));
  return {};
}

Status Catalog::DeleteSnapshot(const std::string& name) {
  const std::unique_lock no_readers(snapshot_files_mutex_);
  return snapshots_.Delete(name);
}

Result<int> Catalog::DeleteExpiredSnapshots() {
  int deleted = 0;
  const int64_t now = store_->clock().NowMs();
  for (const SnapshotManifest& manifest : snapshots_.List()) {
    if (!manifest.description.ExpiredAt(now)) continue;
    const Status status = DeleteSnapshot(manifest.description.name);
    // Somebody else may have been faster.
    if (!status.ok() && status.code() != StatusCode::kSnapshotNotFound) return status;
    ++deleted;
  }
  return deleted;
}

}  // namespace basalt::catalog
