#include "catalog/table_changes.h"

#include <utility>

#include <fmt/format.h>

#include "base/failpoint.h"
#include "catalog/record_keys.h"
#include "catalog/region_ranges.h"
#include "catalog/system_tables.h"

namespace basalt::catalog {

Result<std::shared_ptr<TableEntry>> TableChanges::FindChangeable(const TableName& name) const {
  if (IsCatalogTable(name)) {
    return Status(StatusCode::kDoNotRetry, "Can't modify catalog tables");
  }
  return state_.FindTable(name);
}

Result<std::shared_ptr<TableEntry>> TableChanges::FindDisabled(const TableName& name) const {
  BASALT_ASSIGN_OR_RETURN(auto entry, FindChangeable(name));
  if (entry->record().enabled) {
    return Status(StatusCode::kTableNotDisabled,
                  fmt::format("Not DISABLED; tableName={}, state=ENABLED", name.ToString()));
  }
  return entry;
}

Status TableChanges::CheckNew(const TableName& name) const {
  BASALT_RETURN_IF_ERROR(state_.FindNamespace(name.ns()).status());
  if (state_.FindTable(name).ok()) return {StatusCode::kTableExists, name.ToString()};
  return {};
}

Result<TableChanges::Guard> TableChanges::MakeGuard(const TableDescriptor& table,
                                                    const TableDescriptor* before) const {
  if (make_guard_ == nullptr) return Guard();
  return make_guard_(table, before);
}

std::shared_ptr<const store::CellTable> TableChanges::MakeCells(const TableRecord& record,
                                                                Guard guard) const {
  std::vector<std::shared_ptr<store::Family>> families;
  for (const FamilyDescriptor& family : record.descriptor.families()) {
    families.push_back(state_.store()->FindFamily(record.labels.at(family.name())));
  }
  const bool is_meta = record.descriptor.name() == model::MetaTableName();
  return std::make_shared<store::CellTable>(
      state_.store(), record.id, record.descriptor, std::move(families), std::move(guard),
      is_meta ? store::RowOrder::kMeta : store::RowOrder::kPlain);
}

Result<std::string> TableChanges::NewLabel(const TableRecord& record) {
  std::string label = fmt::format("{}.{}", record.id, state_.NewId());
  BASALT_RETURN_IF_ERROR(state_.store()->PutRecord(FamilyKey(label), "new"));
  return label;
}

Status TableChanges::CreateMissingFamilies(TableRecord& record) {
  for (const FamilyDescriptor& family : record.descriptor.families()) {
    if (record.labels.contains(family.name())) continue;
    BASALT_ASSIGN_OR_RETURN(const std::string label, NewLabel(record));
    BASALT_ASSIGN_OR_RETURN(const auto created, state_.store()->CreateFamily(label, family));
    record.labels[family.name()] = created->label();
    base::Failpoint("family.created");
  }
  return {};
}

CatalogState::Records TableChanges::LeftoverRecords(const std::map<Bytes, std::string>& old_labels,
                                                    const TableRecord& record) {
  CatalogState::Records records;
  for (const auto& [family, label] : old_labels) {
    const auto kept = record.labels.find(family);
    if (kept != record.labels.end() && kept->second == label) continue;
    records.emplace_back(FamilyKey(label), "dropped");
  }
  return records;
}

void TableChanges::DropUnused(const std::map<Bytes, std::string>& old_labels,
                              const TableRecord& record) {
  for (const auto& [family, label] : old_labels) {
    const auto kept = record.labels.find(family);
    if (kept != record.labels.end() && kept->second == label) continue;
    // One that cannot be dropped is a leftover; the next open tries again.
    if (!state_.store()->DropFamily(label).ok()) continue;
    (void)state_.store()->PutRecord(FamilyKey(label), std::nullopt).ok();
    base::Failpoint("family.dropped");
  }
}

Status TableChanges::Add(TableRecord record, Guard guard, const std::vector<Bytes>& splits,
                         std::string_view what, Procedure* procedure) {
  const TableName name = record.descriptor.name();
  const auto infos = CutAt(name, splits, state_.NewRegionId());
  MetaChange change = state_.NewMetaChange();
  Status status;
  for (const auto& info : infos) {
    if (status.ok()) status = change.AddRegion(info, record.descriptor.region_replication());
  }
  if (status.ok()) status = change.SetTableState(name, true);
  if (status.ok()) status = CreateMissingFamilies(record);
  if (!status.ok()) {
    DropUnused(std::exchange(record.labels, {}), record);
    return status;
  }
  // A commit that fails, as by an error of the log's sync, may be there after a restart. Families
  // that its record names must then be there as well.
  BASALT_RETURN_IF_ERROR(state_.Commit(state_.RecordsOf(record), change.Take(), what, procedure));
  Publish(std::move(record), std::move(guard), infos);
  return {};
}

Status TableChanges::Change(TableEntry& entry, TableRecord record, store::CellBatch cells,
                            std::string_view what, Procedure* procedure) {
  const TableRecord before = entry.record();
  auto guard = MakeGuard(record.descriptor, &before.descriptor);
  std::erase_if(record.labels, [&](const auto& label) {
    return record.descriptor.FindFamily(label.first) == nullptr;
  });
  Status status = guard.status();
  if (status.ok()) status = CreateMissingFamilies(record);
  if (!status.ok()) {
    DropUnused(record.labels, before);
    return status;
  }
  CatalogState::Records records = state_.RecordsOf(record);
  for (auto& leftover : LeftoverRecords(before.labels, record)) {
    records.push_back(std::move(leftover));
  }
  // As in Add: the new families stay, whatever a failed commit has done.
  BASALT_RETURN_IF_ERROR(state_.Commit(std::move(records), std::move(cells), what, procedure));
  for (const FamilyDescriptor& family : record.descriptor.families()) {
    const auto handle = state_.store()->FindFamily(record.labels[family.name()]);
    BASALT_RETURN_IF_ERROR(state_.store()->ConfigureFamily(*handle, family));
  }
  entry.Replace(record, MakeCells(record, std::move(guard).value()));
  DropUnused(before.labels, record);
  return {};
}

void TableChanges::Publish(TableRecord record, Guard guard,
                           const std::vector<model::RegionInfo>& infos) {
  const TableName name = record.descriptor.name();
  auto cells = MakeCells(record, std::move(guard));
  const auto entry = std::make_shared<TableEntry>(std::move(record), std::move(cells));
  // Regions first, so that a table that can be found has all of its regions.
  state_.regions().Replace(name, {}, MakeRegions(entry, infos));
  state_.PutTable(entry);
}

void TableChanges::Withdraw(const TableName& name, TableEntry& entry) {
  entry.MarkDropped();
  state_.regions().Replace(name, *state_.regions().Of(name), {});
  state_.EraseTable(name);
}

std::vector<RegionPtr> MakeRegions(const std::shared_ptr<TableEntry>& table,
                                   const std::vector<model::RegionInfo>& infos) {
  const bool online = table->record().enabled;
  std::vector<RegionPtr> regions;
  regions.reserve(infos.size());
  const Clock& clock = table->CellsInAnyState()->store()->clock();
  for (const model::RegionInfo& info : infos) {
    regions.push_back(std::make_shared<Region>(info, table, online, clock));
  }
  return regions;
}

std::vector<Bytes> SplitsOf(const std::vector<RegionPtr>& regions) {
  std::vector<Bytes> splits;
  for (const RegionPtr& region : regions) {
    if (!region->info().start_key.empty()) splits.push_back(region->info().start_key);
  }
  return splits;
}

}  // namespace basalt::catalog
