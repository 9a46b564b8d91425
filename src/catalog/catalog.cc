#include "catalog/catalog.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/varint.h"
#include "catalog/record_keys.h"
#include "catalog/region_ranges.h"
#include "catalog/system_tables.h"
#include "model/descriptor_codec.h"
#include "store/maintenance.h"

namespace basalt::catalog {
namespace {

TableChanges::MakeGuardFunction BindCatalog(const GuardFactory& guards, const Catalog& catalog) {
  if (guards == nullptr) return nullptr;
  return [guards, &catalog](const TableDescriptor& table, const TableDescriptor* before) {
    return guards(table, before, catalog);
  };
}

// The number at the end of a family's label.
uint64_t NumberOf(const std::string& label) {
  return std::strtoull(label.c_str() + label.find('.') + 1, nullptr, 10);
}

}  // namespace

Catalog::Catalog(std::shared_ptr<store::Store> store, const GuardFactory& guards)
    : state_(std::move(store)),
      changes_(state_, BindCatalog(guards, *this)),
      tables_(state_, changes_),
      regions_(state_),
      namespaces_(state_),
      peers_(state_),
      snapshots_(state_, changes_) {}

Result<std::unique_ptr<Catalog>> Catalog::Open(std::shared_ptr<store::Store> store,
                                               GuardFactory guards) {
  std::unique_ptr<Catalog> catalog(new Catalog(std::move(store), guards));
  BASALT_RETURN_IF_ERROR(catalog->Load());
  BASALT_RETURN_IF_ERROR(catalog->DropLeftovers());
  BASALT_RETURN_IF_ERROR(catalog->CreateSystemTables());
  BASALT_RETURN_IF_ERROR(catalog->MendSystemTables());
  BASALT_RETURN_IF_ERROR(catalog->regions_.CleanParents());
  BASALT_RETURN_IF_ERROR(catalog->regions_.Load());
  BASALT_RETURN_IF_ERROR(catalog->peers_.Load());
  BASALT_RETURN_IF_ERROR(catalog->snapshots_.folder().RemoveLeftovers());
  return catalog;
}

Status Catalog::Load() {
  for (const auto& [name, ns] : ReservedNamespaces()) state_.PutNamespace(ns);
  BASALT_ASSIGN_OR_RETURN(const auto next_id, store()->GetRecord(kNextIdKey));
  if (next_id) {
    BytesView rest = *next_id;
    uint64_t id = 0;
    if (!base::TakeVarint(rest, id)) {
      return {StatusCode::kCorruption, "the catalog's id counter is damaged"};
    }
    state_.set_next_id(id);
  }
  BASALT_RETURN_IF_ERROR(
      store()->ForEachRecord(kNamespacePrefix, [this](BytesView, BytesView value) -> Status {
        BASALT_ASSIGN_OR_RETURN(const auto ns, model::DecodeNamespaceDescriptor(value));
        state_.PutNamespace(ns);
        return {};
      }));
  return store()->ForEachRecord(kTablePrefix, [this](BytesView, BytesView value) -> Status {
    BASALT_ASSIGN_OR_RETURN(auto record, TableRecord::Decode(value));
    for (const FamilyDescriptor& family : record.descriptor.families()) {
      const auto handle = store()->FindFamily(record.labels[family.name()]);
      if (handle == nullptr) {
        return {StatusCode::kCorruption,
                fmt::format("table {} has no stored family '{}'",
                            record.descriptor.name().ToString(), ToStringBinary(family.name()))};
      }
      BASALT_RETURN_IF_ERROR(store()->ConfigureFamily(*handle, family));
    }
    BASALT_ASSIGN_OR_RETURN(auto guard, changes_.MakeGuard(record.descriptor, &record.descriptor));
    auto cells = changes_.MakeCells(record, std::move(guard));
    state_.PutTable(std::make_shared<TableEntry>(std::move(record), std::move(cells)));
    return {};
  });
}

Status Catalog::DropLeftovers() {
  std::set<std::string> used;
  for (const auto& entry : state_.AllTables()) {
    for (const auto& [family, label] : entry->record().labels) used.insert(label);
  }
  std::set<std::string> leftovers;
  BASALT_RETURN_IF_ERROR(store()->ForEachRecord(kFamilyPrefix, [&](BytesView key, BytesView) {
    leftovers.emplace(key.substr(kFamilyPrefix.size()));
    return Status();
  }));
  for (const std::string& label : store()->FamilyLabels()) {
    if (used.contains(label) || leftovers.contains(label)) continue;
    // A loss of power may take the mark of an unfinished change and leave the family it has made.
    // Nothing is lost with an empty one.
    const auto family = store()->FindFamily(label);
    if (family != nullptr && store::EntriesInMemory(*store(), *family) == 0 &&
        store::FileBytes(*store(), *family) == 0) {
      BASALT_RETURN_IF_ERROR(store()->DropFamily(label));
      continue;
    }
    // Nor is its number given out again.
    state_.set_next_id(std::max(state_.next_id(), NumberOf(label) + 1));
    store()->Report(
        fmt::format("the stored family {} belongs to no table; it is kept; basalt check "
                    "--drop-orphans drops it",
                    label));
  }
  for (const std::string& label : leftovers) {
    if (!used.contains(label)) BASALT_RETURN_IF_ERROR(store()->DropFamily(label));
    BASALT_RETURN_IF_ERROR(store()->PutRecord(FamilyKey(label), std::nullopt));
  }
  return {};
}

Status Catalog::CreateSystemTables() {
  if (const auto meta = tables_.Find(model::MetaTableName()); meta.ok()) {
    const auto namespaces = tables_.Find(model::NamespaceTableName());
    if (!namespaces.ok()) {
      return {StatusCode::kCorruption, "the catalog has no table hbase:namespace"};
    }
    state_.SetSystemTables((*meta)->CellsInAnyState(), (*namespaces)->CellsInAnyState());
    return {};
  }

  TableRecord meta(MetaDescriptor());
  TableRecord namespaces(NamespaceTableDescriptor());
  for (TableRecord* record : {&meta, &namespaces}) {
    record->id = state_.NewId();
    BASALT_RETURN_IF_ERROR(changes_.CreateMissingFamilies(*record));
  }
  state_.SetSystemTables(changes_.MakeCells(meta, nullptr),
                         changes_.MakeCells(namespaces, nullptr));
  state_.PutTable(std::make_shared<TableEntry>(meta, state_.meta()));
  state_.PutTable(std::make_shared<TableEntry>(namespaces, state_.namespace_table()));

  MetaChange change = state_.NewMetaChange();
  CatalogState::Records records;
  const int64_t region_id = state_.NewRegionId();
  for (const auto& entry : state_.AllTables()) {
    TableRecord record = entry->record();
    const TableName name = record.descriptor.name();
    if (name != model::MetaTableName()) {
      for (const auto& region : CutAt(name, record.splits, region_id)) {
        const int32_t replication = record.descriptor.region_replication();
        BASALT_RETURN_IF_ERROR(change.AddRegion(region, replication));
        if (!record.enabled) BASALT_RETURN_IF_ERROR(change.CloseRegion(region, replication));
      }
      BASALT_RETURN_IF_ERROR(change.SetTableState(name, record.enabled));
    }
    // From here on meta knows where the regions begin.
    record.splits.clear();
    for (auto& written : state_.RecordsOf(record)) records.push_back(std::move(written));
    entry->Replace(std::move(record), entry->CellsInAnyState());
  }
  for (const NamespaceDescriptor& ns : namespaces_.List()) {
    BASALT_RETURN_IF_ERROR(MetaChange::PutNamespace(*state_.namespace_table(), ns,
                                                    store()->clock().NowMs(), change.cells()));
  }
  return store()->WriteRecords(records, change.Take());
}

}  // namespace basalt::catalog
