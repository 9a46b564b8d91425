// Catalog: making hbase:meta and hbase:namespace anew when they are damaged. What they say can be
// derived: namespaces and tables' states from the records, regions from their copies.
#include <map>
#include <utility>

#include <fmt/format.h>

#include "catalog/catalog.h"
#include "catalog/record_keys.h"
#include "catalog/system_tables.h"
#include "store/damage_registry.h"
#include "store/family_repair.h"

namespace basalt::catalog {
namespace {

// Reads all of it.
Status ReadThrough(const store::CellTable& table) {
  Scan scan;
  scan.SetRaw(true);
  BASALT_ASSIGN_OR_RETURN(const auto scanner, table.OpenScanner(scan));
  RowResult row;
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const bool more, scanner->Next(row));
    if (!more) return {};
  }
}

}  // namespace

Status Catalog::MendSystemTables() {
  BASALT_ASSIGN_OR_RETURN(const auto meta, tables_.Find(model::MetaTableName()));
  BASALT_ASSIGN_OR_RETURN(const auto namespaces, tables_.Find(model::NamespaceTableName()));
  for (const auto& entry : {namespaces, meta}) {
    const Status read = ReadThrough(*entry->CellsInAnyState());
    if (read.ok()) continue;
    if (read.code() != StatusCode::kCorruption) return read;
    const TableRecord before = entry->record();
    // While they are known to be damaged, and there.
    store()->damage().WaitUntilSurveyed();
    for (const auto& [family, label] : before.labels) {
      BASALT_RETURN_IF_ERROR(store::KeepDamagedFiles(*store(), label));
    }
    BASALT_RETURN_IF_ERROR(entry == meta ? RebuildMeta(*entry) : RebuildNamespaces(*entry));
    changes_.DropUnused(before.labels, entry->record());
    store()->Report(fmt::format("{} was damaged and has been rebuilt: {}",
                                before.descriptor.name().ToString(), read.message()));
  }
  return {};
}

Status Catalog::RebuildMeta(TableEntry& entry) {
  TableRecord record = entry.record();
  const TableRecord before = record;
  record.labels.clear();
  BASALT_RETURN_IF_ERROR(changes_.CreateMissingFamilies(record));
  const auto cells = changes_.MakeCells(record, nullptr);
  MetaChange change(*cells, store()->clock().NowMs());
  struct TableFacts {
    bool enabled;
    int32_t replication;
  };
  std::map<TableName, TableFacts> tables;
  for (const auto& table : state_.AllTables()) {
    const TableRecord its = table->record();
    const TableName& name = its.descriptor.name();
    if (name == model::MetaTableName()) continue;
    tables.emplace(name, TableFacts{its.enabled, its.descriptor.region_replication()});
    BASALT_RETURN_IF_ERROR(change.SetTableState(name, its.enabled));
  }
  BASALT_RETURN_IF_ERROR(
      store()->ForEachCopy(kRegionPrefix, [&](BytesView, BytesView value) -> Status {
        const auto info = model::RegionInfo::FromCellValue(value);
        if (!info.ok()) return {};  // Regions::Load fills the hole
        const auto table = tables.find(info->table);
        if (table == tables.end()) return {};
        const auto& [is_enabled, replication] = table->second;
        BASALT_RETURN_IF_ERROR(change.AddRegion(*info, replication));
        return is_enabled ? Status() : change.CloseRegion(*info, replication);
      }));
  CatalogState::Records records = state_.RecordsOf(record);
  for (auto& leftover : TableChanges::LeftoverRecords(before.labels, record)) {
    records.push_back(std::move(leftover));
  }
  BASALT_RETURN_IF_ERROR(store()->WriteRecords(records, change.Take()));
  state_.SetSystemTables(cells, state_.namespace_table());
  entry.Replace(std::move(record), cells);
  return {};
}

Status Catalog::RebuildNamespaces(TableEntry& entry) {
  TableRecord record = entry.record();
  const TableRecord before = record;
  record.labels.clear();
  BASALT_RETURN_IF_ERROR(changes_.CreateMissingFamilies(record));
  const auto cells = changes_.MakeCells(record, nullptr);
  store::CellBatch batch;
  for (const NamespaceDescriptor& ns : namespaces_.List()) {
    BASALT_RETURN_IF_ERROR(MetaChange::PutNamespace(*cells, ns, store()->clock().NowMs(), batch));
  }
  CatalogState::Records records = state_.RecordsOf(record);
  for (auto& leftover : TableChanges::LeftoverRecords(before.labels, record)) {
    records.push_back(std::move(leftover));
  }
  BASALT_RETURN_IF_ERROR(store()->WriteRecords(records, std::move(batch)));
  state_.SetSystemTables(state_.meta(), cells);
  entry.Replace(std::move(record), cells);
  return {};
}

}  // namespace basalt::catalog
