// TableChanges: the steps of which changes of tables are made, for Tables and Snapshots. All but
// MakeGuard and the families' REQUIRE that the caller holds the DDL lock.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/catalog_state.h"
#include "store/cell_batch.h"
#include "store/cell_table.h"
#include "store/write_guard.h"

namespace basalt::catalog {

class TableChanges {
 public:
  using Guard = std::shared_ptr<const store::WriteGuard>;
  // See GuardFactory in catalog.h.
  using MakeGuardFunction =
      std::function<Result<Guard>(const TableDescriptor& table, const TableDescriptor* before)>;

  TableChanges(CatalogState& state, MakeGuardFunction make_guard)
      : state_(state), make_guard_(std::move(make_guard)) {}

  // Which tables can be changed: not the catalog's own.
  Result<std::shared_ptr<TableEntry>> FindChangeable(const TableName& name) const;
  Result<std::shared_ptr<TableEntry>> FindDisabled(const TableName& name) const;
  // Whether a table of that name can be made.
  Status CheckNew(const TableName& name) const;

  // The write guard that the descriptor asks for; nullptr: none. `before`: what the table was.
  Result<Guard> MakeGuard(const TableDescriptor& table, const TableDescriptor* before) const;
  std::shared_ptr<const store::CellTable> MakeCells(const TableRecord& record, Guard guard) const;

  // A label for a new family of the record's table: never that of an earlier one of the same name,
  // whose data may still be on its way out. A record says that the family is a leftover until a
  // table has it.
  Result<std::string> NewLabel(const TableRecord& record);
  // Gives every family of the record's descriptor that has no label yet a new column family.
  Status CreateMissingFamilies(TableRecord& record);
  // What is written with a change after which families of `old_labels` are leftovers.
  static CatalogState::Records LeftoverRecords(const std::map<Bytes, std::string>& old_labels,
                                               const TableRecord& record);
  // Drops column families that `old_labels` has and `record` has not. Their loss is already
  // decided, so a failure only postpones it to the next open.
  void DropUnused(const std::map<Bytes, std::string>& old_labels, const TableRecord& record);

  // Makes a table that is not there, cut at the splits. The record has its id; families without a
  // label are created. When it fails all families of the record are dropped, unless the commit may
  // have happened nevertheless: then the next open decides.
  Status Add(TableRecord record, Guard guard, const std::vector<Bytes>& splits,
             std::string_view what, Procedure* procedure);
  // Writes the record and the cells as the one step that counts.
  Status Change(TableEntry& entry, TableRecord record, store::CellBatch cells,
                std::string_view what, Procedure* procedure);
  // Shows a table that is on disk to everyone, and takes one away that is not any more.
  void Publish(TableRecord record, Guard guard, const std::vector<model::RegionInfo>& infos);
  void Withdraw(const TableName& name, TableEntry& entry);

 private:
  CatalogState& state_;
  const MakeGuardFunction make_guard_;
};

// The regions of a table as objects; online if the table is enabled.
std::vector<RegionPtr> MakeRegions(const std::shared_ptr<TableEntry>& table,
                                   const std::vector<model::RegionInfo>& infos);
// Where regions begin, without the first.
std::vector<Bytes> SplitsOf(const std::vector<RegionPtr>& regions);

}  // namespace basalt::catalog
