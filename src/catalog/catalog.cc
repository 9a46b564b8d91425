#include "catalog/catalog.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/varint.h"
#include "catalog/record_keys.h"
#include "catalog/region_ranges.h"
#include "catalog/system_tables.h"
#include "model/descriptor_codec.h"

namespace basalt::catalog {

Result<std::unique_ptr<Catalog>> Catalog::Open(std::shared_ptr<store::Store> store,
                                               GuardFactory guards) {
  std::unique_ptr<Catalog> catalog(new Catalog(std::move(store), std::move(guards)));
  BASALT_RETURN_IF_ERROR(catalog->Load());
  BASALT_RETURN_IF_ERROR(catalog->DropOrphans());
  BASALT_RETURN_IF_ERROR(catalog->CreateSystemTables());
  BASALT_RETURN_IF_ERROR(catalog->CleanParents());
  BASALT_RETURN_IF_ERROR(catalog->LoadRegions());
  BASALT_RETURN_IF_ERROR(catalog->snapshots_.RemoveLeftovers());
  return catalog;
}

Status Catalog::Load() {
  namespaces_ = ReservedNamespaces();
  BASALT_ASSIGN_OR_RETURN(const auto next_id, store_->GetRecord(kNextIdKey));
  if (next_id) {
    BytesView rest = *next_id;
    if (!base::TakeVarint(rest, next_id_)) {
      return {StatusCode::kCorruption, "the catalog's id counter is damaged"};
    }
  }
  BASALT_RETURN_IF_ERROR(
      store_->ForEachRecord(kNamespacePrefix, [this](BytesView, BytesView value) -> Status {
        BASALT_ASSIGN_OR_RETURN(auto ns, model::DecodeNamespaceDescriptor(value));
        const std::string name = ns.name;
        namespaces_[name] = std::move(ns);
        return {};
      }));
  return store_->ForEachRecord(kTablePrefix, [this](BytesView, BytesView value) -> Status {
    BASALT_ASSIGN_OR_RETURN(auto record, TableRecord::Decode(value));
    for (const FamilyDescriptor& family : record.descriptor.families()) {
      const auto handle = store_->FindFamily(record.labels[family.name()]);
      if (handle == nullptr) {
        return {StatusCode::kCorruption,
                fmt::format("table {} has no stored family '{}'",
                            record.descriptor.name().ToString(), ToStringBinary(family.name()))};
      }
      BASALT_RETURN_IF_ERROR(store_->ConfigureFamily(*handle, family));
    }
    BASALT_ASSIGN_OR_RETURN(auto guard, MakeGuard(record.descriptor, &record.descriptor));
    auto cells = MakeCells(record, std::move(guard));
    const TableName name = record.descriptor.name();
    tables_.emplace(name, std::make_shared<TableEntry>(std::move(record), std::move(cells)));
    return {};
  });
}

Status Catalog::DropOrphans() {
  std::set<std::string> used;
  for (const auto& [name, entry] : tables_) {
    for (const auto& [family, label] : entry->record().labels) used.insert(label);
  }
  for (const std::string& label : store_->FamilyLabels()) {
    if (!used.contains(label)) BASALT_RETURN_IF_ERROR(store_->DropFamily(label));
  }
  return {};
}

Status Catalog::CreateSystemTables() {
  if (const auto meta = tables_.find(model::MetaTableName()); meta != tables_.end()) {
    const auto namespaces = tables_.find(model::NamespaceTableName());
    if (namespaces == tables_.end()) {
      return {StatusCode::kCorruption, "the catalog has no table hbase:namespace"};
    }
    meta_ = meta->second->CellsInAnyState();
    namespace_table_ = namespaces->second->CellsInAnyState();
    return {};
  }

  TableRecord meta(MetaDescriptor());
  TableRecord namespaces(NamespaceTableDescriptor());
  for (TableRecord* record : {&meta, &namespaces}) {
    record->id = next_id_++;
    BASALT_RETURN_IF_ERROR(CreateMissingFamilies(*record));
  }
  meta_ = MakeCells(meta, nullptr);
  namespace_table_ = MakeCells(namespaces, nullptr);
  for (const TableRecord* record : {&meta, &namespaces}) {
    tables_.emplace(
        record->descriptor.name(),
        std::make_shared<TableEntry>(*record, record == &meta ? meta_ : namespace_table_));
  }

  MetaChange change = NewMetaChange();
  Records records;
  const int64_t region_id = NewRegionId();
  for (const auto& [name, entry] : tables_) {
    TableRecord record = entry->record();
    if (name != model::MetaTableName()) {
      for (const auto& region : CutAt(name, record.splits, region_id)) {
        BASALT_RETURN_IF_ERROR(change.AddRegion(region));
        if (!record.enabled) BASALT_RETURN_IF_ERROR(change.CloseRegion(region));
      }
      BASALT_RETURN_IF_ERROR(change.SetTableState(name, record.enabled));
    }
    // From here on meta knows where the regions begin.
    record.splits.clear();
    for (auto& written : RecordsOf(record)) records.push_back(std::move(written));
    entry->Replace(std::move(record), entry->CellsInAnyState());
  }
  for (const auto& [name, ns] : namespaces_) {
    BASALT_RETURN_IF_ERROR(
        MetaChange::PutNamespace(*namespace_table_, ns, store_->clock().NowMs(), change.cells()));
  }
  return store_->WriteRecords(records, change.Take());
}

Result<std::shared_ptr<TableEntry>> Catalog::FindTable(const TableName& name) const {
  const std::shared_lock lock(mutex_);
  const auto found = tables_.find(name);
  if (found == tables_.end()) return Status(StatusCode::kTableNotFound, name.ToString());
  return found->second;
}

std::vector<TableRecord> Catalog::ListTables(bool with_system_tables) const {
  const std::shared_lock lock(mutex_);
  std::vector<TableRecord> records;
  for (const auto& [name, entry] : tables_) {
    if (with_system_tables || !model::IsSystemTable(name)) records.push_back(entry->record());
  }
  return records;
}

Result<std::shared_ptr<const store::WriteGuard>> Catalog::MakeGuard(
    const TableDescriptor& table, const TableDescriptor* before) const {
  if (guards_ == nullptr) return std::shared_ptr<const store::WriteGuard>();
  return guards_(table, before, *this);
}

std::shared_ptr<const store::CellTable> Catalog::MakeCells(
    const TableRecord& record, std::shared_ptr<const store::WriteGuard> guard) const {
  std::vector<std::shared_ptr<store::Family>> families;
  for (const FamilyDescriptor& family : record.descriptor.families()) {
    families.push_back(store_->FindFamily(record.labels.at(family.name())));
  }
  const bool is_meta = record.descriptor.name() == model::MetaTableName();
  return std::make_shared<store::CellTable>(
      store_, record.id, record.descriptor, std::move(families), std::move(guard),
      is_meta ? store::RowOrder::kMeta : store::RowOrder::kPlain);
}

Catalog::Records Catalog::RecordsOf(const TableRecord& record) const {
  return {{TableKey(record.descriptor.name()), record.Encode()},
          {Bytes(kNextIdKey), EncodeNumber(next_id_)}};
}

}  // namespace basalt::catalog
