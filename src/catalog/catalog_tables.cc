// The catalog's changes of tables.
#include <utility>

#include <fmt/format.h>

#include "base/failpoint.h"
#include "catalog/catalog.h"
#include "catalog/record_keys.h"
#include "catalog/region_ranges.h"
#include "catalog/system_tables.h"

namespace basalt::catalog {

Result<std::shared_ptr<TableEntry>> Catalog::FindChangeable(const TableName& name) const {
  if (IsCatalogTable(name)) {
    return Status(StatusCode::kDoNotRetry, "Can't modify catalog tables");
  }
  return FindTable(name);
}

Result<std::shared_ptr<TableEntry>> Catalog::FindDisabled(const TableName& name) const {
  BASALT_ASSIGN_OR_RETURN(auto entry, FindChangeable(name));
  if (entry->record().enabled) {
    return Status(StatusCode::kTableNotDisabled,
                  fmt::format("Not DISABLED; tableName={}, state=ENABLED", name.ToString()));
  }
  return entry;
}

Status Catalog::CheckNew(const TableName& name) const {
  const std::shared_lock lock(mutex_);
  if (!namespaces_.contains(name.ns())) return {StatusCode::kNamespaceNotFound, name.ns()};
  if (tables_.contains(name)) return {StatusCode::kTableExists, name.ToString()};
  return {};
}

Status Catalog::CreateMissingFamilies(TableRecord& record) {
  for (const FamilyDescriptor& family : record.descriptor.families()) {
    if (record.labels.contains(family.name())) continue;
    // Never the label of an earlier family of that name: its data may still be on its way out.
    const std::string label = fmt::format("{}.{}", record.id, next_id_++);
    BASALT_ASSIGN_OR_RETURN(const auto created, store_->CreateFamily(label, family));
    record.labels[family.name()] = created->label();
    base::Failpoint("family.created");
  }
  return {};
}

void Catalog::DropUnused(const std::map<Bytes, std::string>& old_labels,
                         const TableRecord& record) {
  for (const auto& [family, label] : old_labels) {
    const auto kept = record.labels.find(family);
    if (kept != record.labels.end() && kept->second == label) continue;
    if (!store_->DropFamily(label).ok()) continue;  // an orphan now; the next open tries again
    base::Failpoint("family.dropped");
  }
}

Status Catalog::CreateTable(const TableDescriptor& table, std::vector<Bytes> splits,
                            Procedure* procedure) {
  BASALT_RETURN_IF_ERROR(table.Validate());
  BASALT_RETURN_IF_ERROR(CheckSplits(splits));
  BASALT_ASSIGN_OR_RETURN(auto guard, MakeGuard(table, nullptr));
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_RETURN_IF_ERROR(CheckNew(table.name()));
  return AddTable(
      TableRecord(table), std::move(guard), splits,
      [this](TableRecord& record) { return CreateMissingFamilies(record); }, "create_table",
      procedure);
}

Status Catalog::AddTable(TableRecord record, std::shared_ptr<const store::WriteGuard> guard,
                         const std::vector<Bytes>& splits,
                         const std::function<Status(TableRecord&)>& make_families,
                         std::string_view what, Procedure* procedure) {
  const TableName name = record.descriptor.name();
  const auto infos = CutAt(name, splits, NewRegionId());
  MetaChange change = NewMetaChange();
  for (const auto& info : infos) BASALT_RETURN_IF_ERROR(change.AddRegion(info));
  BASALT_RETURN_IF_ERROR(change.SetTableState(name, true));

  record.id = next_id_++;
  Status status = make_families(record);
  if (status.ok()) status = Commit(RecordsOf(record), change.Take(), what, procedure);
  if (!status.ok()) {
    DropUnused(std::exchange(record.labels, {}), record);
    return status;
  }
  Publish(std::move(record), std::move(guard), infos);
  return {};
}

void Catalog::Publish(TableRecord record, std::shared_ptr<const store::WriteGuard> guard,
                      const std::vector<model::RegionInfo>& infos) {
  const TableName name = record.descriptor.name();
  auto cells = MakeCells(record, std::move(guard));
  const auto entry = std::make_shared<TableEntry>(std::move(record), std::move(cells));
  // Regions first, so that a table that can be found has all of its regions.
  regions_.Replace(name, {}, MakeRegions(entry, infos));
  const std::unique_lock lock(mutex_);
  tables_.emplace(name, entry);
}

void Catalog::Withdraw(const TableName& name, TableEntry& entry) {
  entry.MarkDropped();
  regions_.Replace(name, *regions_.Of(name), {});
  const std::unique_lock lock(mutex_);
  tables_.erase(name);
}

Status Catalog::DeleteTable(const TableName& name, Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindDisabled(name));
  TableRecord record = entry->record();
  MetaChange change = NewMetaChange();
  BASALT_RETURN_IF_ERROR(change.EraseTable(name));
  BASALT_RETURN_IF_ERROR(
      Commit({{TableKey(name), std::nullopt}}, change.Take(), "delete_table", procedure));
  Withdraw(name, *entry);
  DropUnused(std::exchange(record.labels, {}), record);
  return {};
}

Status Catalog::TruncateTable(const TableName& name, bool preserve_splits, Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindDisabled(name));
  const auto old_regions = regions_.Of(name);
  std::vector<Bytes> splits;
  for (const RegionPtr& region : *old_regions) {
    if (preserve_splits && !region->info().start_key.empty()) {
      splits.push_back(region->info().start_key);
    }
  }
  const auto infos = CutAt(name, splits, NewRegionId());
  MetaChange change = NewMetaChange();
  BASALT_RETURN_IF_ERROR(change.EraseTable(name));
  for (const auto& info : infos) BASALT_RETURN_IF_ERROR(change.AddRegion(info));
  BASALT_RETURN_IF_ERROR(change.SetTableState(name, true));

  TableRecord record = entry->record();
  record.labels.clear();
  record.enabled = true;
  BASALT_RETURN_IF_ERROR(
      Change(*entry, std::move(record), change.Take(), "truncate_table", procedure));
  regions_.Replace(name, *old_regions, MakeRegions(entry, infos));
  return {};
}

Status Catalog::RenameTable(const TableName& from, const TableName& to, Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindDisabled(from));
  BASALT_RETURN_IF_ERROR(CheckNew(to));
  TableRecord record = entry->record();
  const TableDescriptor before = record.descriptor;
  BASALT_ASSIGN_OR_RETURN(record.descriptor, Renamed(before, to));
  record.enabled = true;
  BASALT_ASSIGN_OR_RETURN(auto guard, MakeGuard(record.descriptor, &before));

  const auto old_regions = regions_.Of(from);
  const int64_t region_id = NewRegionId();
  std::vector<model::RegionInfo> infos;
  MetaChange change = NewMetaChange();
  BASALT_RETURN_IF_ERROR(change.EraseTable(from));
  for (const RegionPtr& region : *old_regions) {
    infos.push_back(region->info());
    infos.back().table = to;
    infos.back().region_id = region_id;
    BASALT_RETURN_IF_ERROR(change.AddRegion(infos.back()));
  }
  BASALT_RETURN_IF_ERROR(change.SetTableState(to, true));
  Records records = RecordsOf(record);
  records.emplace_back(TableKey(from), std::nullopt);
  BASALT_RETURN_IF_ERROR(Commit(std::move(records), change.Take(), "rename_table", procedure));

  // In this order: under one name or the other it is always there.
  Publish(std::move(record), std::move(guard), infos);
  Withdraw(from, *entry);
  return {};
}

Status Catalog::SetEnabled(const TableName& name, bool enabled, Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  if (!enabled && IsCatalogTable(name)) {
    return {StatusCode::kConstraint, "Cannot disable " + name.ToString()};
  }
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindTable(name));
  TableRecord record = entry->record();
  if (record.enabled == enabled) {
    return {
        enabled ? StatusCode::kTableNotDisabled : StatusCode::kTableNotEnabled,
        fmt::format("tableName={}, state={}", name.ToString(), enabled ? "ENABLED" : "DISABLED")};
  }
  const auto regions = regions_.Of(name);
  MetaChange change = NewMetaChange();
  for (const RegionPtr& region : *regions) {
    BASALT_RETURN_IF_ERROR(enabled ? change.OpenRegion(region->info())
                                   : change.CloseRegion(region->info()));
  }
  BASALT_RETURN_IF_ERROR(change.SetTableState(name, enabled));
  record.enabled = enabled;
  BASALT_RETURN_IF_ERROR(Change(*entry, std::move(record), change.Take(),
                                enabled ? "enable_table" : "disable_table", procedure));
  for (const RegionPtr& region : *regions) region->set_online(enabled);
  return {};
}

Status Catalog::Commit(Records records, store::CellBatch cells, std::string_view what,
                       Procedure* procedure) {
  base::Failpoint(fmt::format("{}.prepared", what));
  if (procedure != nullptr) records.push_back(procedure->TookEffect());
  BASALT_RETURN_IF_ERROR(store_->WriteRecords(records, std::move(cells)));
  base::Failpoint(fmt::format("{}.committed", what));
  return {};
}

Status Catalog::Change(TableEntry& entry, TableRecord record, store::CellBatch cells,
                       std::string_view what, Procedure* procedure) {
  const TableRecord before = entry.record();
  BASALT_ASSIGN_OR_RETURN(auto guard, MakeGuard(record.descriptor, &before.descriptor));
  std::erase_if(record.labels, [&](const auto& label) {
    return record.descriptor.FindFamily(label.first) == nullptr;
  });
  Status status = CreateMissingFamilies(record);
  if (status.ok()) status = Commit(RecordsOf(record), std::move(cells), what, procedure);
  if (!status.ok()) {
    DropUnused(record.labels, before);
    return status;
  }
  for (const FamilyDescriptor& family : record.descriptor.families()) {
    const auto handle = store_->FindFamily(record.labels[family.name()]);
    BASALT_RETURN_IF_ERROR(store_->ConfigureFamily(*handle, family));
  }
  entry.Replace(record, MakeCells(record, std::move(guard)));
  DropUnused(before.labels, record);
  return {};
}

Status Catalog::ModifyTable(const TableDescriptor& table, Procedure* procedure) {
  BASALT_RETURN_IF_ERROR(table.Validate());
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindChangeable(table.name()));
  TableRecord record = entry->record();
  record.descriptor = table;
  return Change(*entry, std::move(record), {}, "modify_table", procedure);
}

Status Catalog::AddFamily(const TableName& name, const FamilyDescriptor& family,
                          Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindChangeable(name));
  TableRecord record = entry->record();
  if (record.descriptor.FindFamily(family.name()) != nullptr) {
    return {StatusCode::kInvalidFamilyOperation,
            fmt::format("Column family '{}' in table '{}' already exists so cannot be added",
                        ToStringBinary(family.name()), name.ToString())};
  }
  BASALT_RETURN_IF_ERROR(record.descriptor.AddFamily(family));
  BASALT_RETURN_IF_ERROR(record.descriptor.Validate());
  return Change(*entry, std::move(record), {}, "add_family", procedure);
}

Status Catalog::ModifyFamily(const TableName& name, const FamilyDescriptor& family,
                             Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindChangeable(name));
  TableRecord record = entry->record();
  if (record.descriptor.FindFamily(family.name()) == nullptr) {
    return {StatusCode::kInvalidFamilyOperation,
            fmt::format("Family '{}' does not exist, so it cannot be modified",
                        ToStringBinary(family.name()))};
  }
  BASALT_RETURN_IF_ERROR(record.descriptor.ReplaceFamily(family));
  BASALT_RETURN_IF_ERROR(record.descriptor.Validate());
  return Change(*entry, std::move(record), {}, "modify_family", procedure);
}

Status Catalog::DeleteFamily(const TableName& name, BytesView family, Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindChangeable(name));
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
  return Change(*entry, std::move(record), {}, "delete_family", procedure);
}

}  // namespace basalt::catalog
