#include "catalog/tables.h"

#include <utility>

#include <fmt/format.h>

#include "base/file_ops.h"
#include "catalog/namespace_limits.h"
#include "catalog/record_keys.h"
#include "catalog/region_ranges.h"
#include "catalog/system_tables.h"
#include "model/store_file_tracker.h"

namespace basalt::catalog {

std::vector<TableRecord> Tables::List(bool with_system_tables) const {
  std::vector<TableRecord> records;
  for (const auto& entry : state_.AllTables()) {
    TableRecord record = entry->record();
    if (!with_system_tables && model::IsSystemTable(record.descriptor.name())) continue;
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<TableName> Tables::Names() const {
  std::vector<TableName> names = state_.TableNames();
  std::erase_if(names, model::IsSystemTable);
  return names;
}

Status Tables::Create(const TableDescriptor& table, std::vector<Bytes> splits,
                      Procedure* procedure) {
  BASALT_RETURN_IF_ERROR(table.Validate());
  BASALT_RETURN_IF_ERROR(model::CheckNewTrackers(table));
  BASALT_RETURN_IF_ERROR(CheckSplits(splits));
  BASALT_ASSIGN_OR_RETURN(auto guard, changes_.MakeGuard(table, nullptr));
  const auto ddl = state_.LockDdl();
  BASALT_RETURN_IF_ERROR(changes_.CheckNew(table.name()));
  BASALT_RETURN_IF_ERROR(CheckRoomForTable(state_, table.name(), splits.size() + 1));
  TableRecord record(table);
  record.id = state_.NewId();
  return changes_.Add(std::move(record), std::move(guard), splits, "create_table", procedure);
}

Status Tables::Delete(const TableName& name, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(const auto entry, changes_.FindDisabled(name));
  TableRecord record = entry->record();
  MetaChange change = state_.NewMetaChange();
  BASALT_RETURN_IF_ERROR(change.EraseTable(name));
  const auto labels = std::exchange(record.labels, {});
  CatalogState::Records records = TableChanges::LeftoverRecords(labels, record);
  records.emplace_back(TableKey(name), std::nullopt);
  BASALT_RETURN_IF_ERROR(
      state_.Commit(std::move(records), change.Take(), "delete_table", procedure));
  changes_.Withdraw(name, *entry);
  changes_.DropUnused(labels, record);
  return {};
}

Status Tables::Truncate(const TableName& name, bool preserve_splits, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(const auto entry, changes_.FindDisabled(name));
  const auto old_regions = state_.regions().Of(name);
  const auto splits = preserve_splits ? SplitsOf(*old_regions) : std::vector<Bytes>();
  const auto infos = CutAt(name, splits, state_.NewRegionId());
  MetaChange change = state_.NewMetaChange();
  BASALT_RETURN_IF_ERROR(change.EraseTable(name));
  const int32_t replication = entry->record().descriptor.region_replication();
  for (const auto& info : infos) BASALT_RETURN_IF_ERROR(change.AddRegion(info, replication));
  BASALT_RETURN_IF_ERROR(change.SetTableState(name, true));

  TableRecord record = entry->record();
  record.labels.clear();
  record.enabled = true;
  BASALT_RETURN_IF_ERROR(
      changes_.Change(*entry, std::move(record), change.Take(), "truncate_table", procedure));
  state_.regions().Replace(name, *old_regions, MakeRegions(entry, infos));
  return {};
}

Status Tables::Rename(const TableName& from, const TableName& to, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(const auto entry, changes_.FindDisabled(from));
  BASALT_RETURN_IF_ERROR(changes_.CheckNew(to));
  if (to.ns() != from.ns()) {
    BASALT_RETURN_IF_ERROR(CheckRoomForTable(state_, to, state_.regions().Of(from)->size()));
  }
  TableRecord record = entry->record();
  const TableDescriptor before = record.descriptor;
  BASALT_ASSIGN_OR_RETURN(record.descriptor, Renamed(before, to));
  record.enabled = true;
  BASALT_ASSIGN_OR_RETURN(auto guard, changes_.MakeGuard(record.descriptor, &before));

  const auto old_regions = state_.regions().Of(from);
  const int64_t region_id = state_.NewRegionId();
  std::vector<model::RegionInfo> infos;
  MetaChange change = state_.NewMetaChange();
  BASALT_RETURN_IF_ERROR(change.EraseTable(from));
  for (const RegionPtr& region : *old_regions) {
    infos.push_back(region->info());
    infos.back().table = to;
    infos.back().region_id = region_id;
    BASALT_RETURN_IF_ERROR(change.AddRegion(infos.back(), record.descriptor.region_replication()));
  }
  BASALT_RETURN_IF_ERROR(change.SetTableState(to, true));
  CatalogState::Records records = state_.RecordsOf(record);
  records.emplace_back(TableKey(from), std::nullopt);
  BASALT_RETURN_IF_ERROR(
      state_.Commit(std::move(records), change.Take(), "rename_table", procedure));

  // In this order: under one name or the other it is always there.
  changes_.Publish(std::move(record), std::move(guard), infos);
  changes_.Withdraw(from, *entry);
  return {};
}

Status Tables::SetEnabled(const TableName& name, bool enabled, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  if (!enabled && IsCatalogTable(name)) {
    return {StatusCode::kConstraint, "Cannot disable " + name.ToString()};
  }
  BASALT_ASSIGN_OR_RETURN(const auto entry, state_.FindTable(name));
  TableRecord record = entry->record();
  if (record.enabled == enabled) {
    return {
        enabled ? StatusCode::kTableNotDisabled : StatusCode::kTableNotEnabled,
        fmt::format("tableName={}, state={}", name.ToString(), enabled ? "ENABLED" : "DISABLED")};
  }
  const auto regions = state_.regions().Of(name);
  MetaChange change = state_.NewMetaChange();
  const int32_t replication = record.descriptor.region_replication();
  for (const RegionPtr& region : *regions) {
    BASALT_RETURN_IF_ERROR(enabled ? change.OpenRegion(region->info(), replication)
                                   : change.CloseRegion(region->info(), replication));
  }
  BASALT_RETURN_IF_ERROR(change.SetTableState(name, enabled));
  record.enabled = enabled;
  BASALT_RETURN_IF_ERROR(changes_.Change(*entry, std::move(record), change.Take(),
                                         enabled ? "enable_table" : "disable_table", procedure));
  for (const RegionPtr& region : *regions) {
    region->set_online(enabled);
    for (const RegionPtr& replica : state_.regions().ReplicasOf(*region)) {
      replica->set_online(enabled);
    }
  }
  return {};
}

Status Tables::Modify(const TableDescriptor& table, Procedure* procedure) {
  BASALT_RETURN_IF_ERROR(table.Validate());
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(const auto entry, changes_.FindChangeable(table.name()));
  TableRecord record = entry->record();
  BASALT_RETURN_IF_ERROR(model::CheckTrackerChange(record.descriptor, table, !record.enabled));
  const int32_t before = record.descriptor.region_replication();
  record.descriptor = table;
  MetaChange change = state_.NewMetaChange();
  if (table.region_replication() != before) {
    for (const RegionPtr& region : *state_.regions().Of(table.name())) {
      BASALT_RETURN_IF_ERROR(change.ChangeReplication(region->info(), before,
                                                      table.region_replication(), record.enabled));
    }
  }
  BASALT_RETURN_IF_ERROR(
      changes_.Change(*entry, std::move(record), change.Take(), "modify_table", procedure));
  if (table.region_replication() != before) state_.regions().SyncReplicas(table.name());
  return {};
}

Status Tables::AddFamily(const TableName& name, const FamilyDescriptor& family,
                         Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(const auto entry, changes_.FindChangeable(name));
  TableRecord record = entry->record();
  if (record.descriptor.FindFamily(family.name()) != nullptr) {
    return {StatusCode::kInvalidFamilyOperation,
            fmt::format("Column family '{}' in table '{}' already exists so cannot be added",
                        ToStringBinary(family.name()), name.ToString())};
  }
  const TableDescriptor before = record.descriptor;
  BASALT_RETURN_IF_ERROR(record.descriptor.AddFamily(family));
  BASALT_RETURN_IF_ERROR(record.descriptor.Validate());
  BASALT_RETURN_IF_ERROR(model::CheckTrackerChange(before, record.descriptor, !record.enabled));
  return changes_.Change(*entry, std::move(record), {}, "add_family", procedure);
}

Status Tables::ModifyFamily(const TableName& name, const FamilyDescriptor& family,
                            Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(const auto entry, changes_.FindChangeable(name));
  TableRecord record = entry->record();
  if (record.descriptor.FindFamily(family.name()) == nullptr) {
    return {StatusCode::kInvalidFamilyOperation,
            fmt::format("Family '{}' does not exist, so it cannot be modified",
                        ToStringBinary(family.name()))};
  }
  const TableDescriptor before = record.descriptor;
  BASALT_RETURN_IF_ERROR(record.descriptor.ReplaceFamily(family));
  BASALT_RETURN_IF_ERROR(record.descriptor.Validate());
  BASALT_RETURN_IF_ERROR(model::CheckTrackerChange(before, record.descriptor, !record.enabled));
  return changes_.Change(*entry, std::move(record), {}, "modify_family", procedure);
}

Status Tables::MigrateTracker(const TableName& name, const std::optional<Bytes>& family,
                              const std::string& target, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(const auto entry, changes_.FindChangeable(name));
  TableRecord record = entry->record();
  BASALT_ASSIGN_OR_RETURN(record.descriptor,
                          family ? model::MigrateFamilyTracker(record.descriptor, *family, target)
                                 : model::MigrateTableTracker(record.descriptor, target));
  return changes_.Change(*entry, std::move(record), {}, "modify_tracker", procedure);
}

Status Tables::DeleteFamily(const TableName& name, BytesView family, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(const auto entry, changes_.FindChangeable(name));
  TableRecord record = entry->record();
  const auto refuse = [&](std::string_view why) {
    return Status(
        StatusCode::kInvalidFamilyOperation,
        fmt::format("Family '{}' {}, so it cannot be deleted", ToStringBinary(family), why));
  };
  if (record.descriptor.FindFamily(family) == nullptr) return refuse("does not exist");
  if (record.descriptor.families().size() == 1) {
    return refuse("is the only column family in the table");
  }
  BASALT_RETURN_IF_ERROR(record.descriptor.RemoveFamily(family));
  return changes_.Change(*entry, std::move(record), {}, "delete_family", procedure);
}

Result<std::vector<store::FamilyRepair>> Tables::Repair(const TableName& name) {
  BASALT_ASSIGN_OR_RETURN(const auto entry, changes_.FindDisabled(name));
  const auto cells = entry->CellsInAnyState();
  TableRecord record = entry->record();
  const TableRecord before = record;
  const std::string scratch = state_.store()->path() + "/damaged/scratch";
  BASALT_RETURN_IF_ERROR(base::RemoveFolder(scratch));
  BASALT_RETURN_IF_ERROR(base::CreateFolder(scratch));
  std::vector<store::FamilyRepair> repairs;
  const auto fail = [&](const Status& status) {
    changes_.DropUnused(record.labels, before);
    return status;
  };
  for (const store::FamilyView& view : cells->families()) {
    const FamilyDescriptor& family = *record.descriptor.FindFamily(view.name);
    const auto label = changes_.NewLabel(record);
    if (!label.ok()) return fail(label.status());
    auto repair = store::RepairFamily(*state_.store(), *view.family, *label, family, scratch);
    if (!repair.ok()) return fail(repair.status());
    if (repair->family == nullptr) {
      (void)state_.store()->PutRecord(FamilyKey(*label), std::nullopt).ok();
      continue;
    }
    record.labels[view.name] = *label;
    repairs.push_back(std::move(*repair));
  }
  BASALT_RETURN_IF_ERROR(base::RemoveFolder(scratch));
  if (repairs.empty()) return repairs;
  const auto ddl = state_.LockDdl();
  const auto now = changes_.FindDisabled(name);
  // Somebody may have enabled or changed it meanwhile; then what was saved is not all of it.
  if (!now.ok()) return fail(now.status());
  if (*now != entry || entry->CellsInAnyState() != cells) {
    return fail(Status(StatusCode::kTableNotDisabled,
                       fmt::format("{} was changed during its repair", name.ToString())));
  }
  BASALT_RETURN_IF_ERROR(changes_.Change(*entry, std::move(record), {}, "repair_table", nullptr));
  // The reports may outlive the store; families must not.
  for (store::FamilyRepair& repair : repairs) repair.family.reset();
  return repairs;
}

}  // namespace basalt::catalog
