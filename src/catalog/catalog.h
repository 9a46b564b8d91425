// Catalog: which namespaces, tables and regions exist.
//
// Namespaces and tables are records in the store's system space; regions are rows of hbase:meta, a
// table like others. A change writes its records and its rows in one step, so a crash leaves the
// old state or the new. Column families that no record mentions are leftovers of a change that did
// not happen, and are dropped at the next open.
//
// Thread safe; DDL runs one change at a time. Errors are HBase's.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/snapshot.h"
#include "basalt/status.h"
#include "base/ordered_mutex.h"
#include "catalog/meta_table.h"
#include "catalog/procedure_journal.h"
#include "catalog/region.h"
#include "catalog/region_map.h"
#include "catalog/snapshots.h"
#include "catalog/split_policy.h"
#include "catalog/table_entry.h"
#include "catalog/table_record.h"
#include "store/range_size.h"
#include "store/store.h"
#include "store/write_guard.h"

namespace basalt::catalog {

class Catalog;

// Makes the guard a table's descriptor asks for (nullptr: none), or says what is wrong with it;
// then the table is not created or changed. Called with every descriptor, also at open. `before`
// is what the table was so far: nullptr for a new one, the same descriptor at open and when only
// the table's state changes. At open the catalog does not know all tables yet; guards use it when
// they check.
using GuardFactory = std::function<Result<std::shared_ptr<const store::WriteGuard>>(
    const TableDescriptor& table, const TableDescriptor* before, const Catalog& catalog)>;

class Catalog {
 public:
  using RegionPtr = std::shared_ptr<Region>;

  static Result<std::unique_ptr<Catalog>> Open(std::shared_ptr<store::Store> store,
                                               GuardFactory guards = nullptr);

  const std::shared_ptr<store::Store>& store() const { return store_; }

  Result<std::shared_ptr<TableEntry>> FindTable(const TableName& name) const;
  // In the order of their names. System tables are those of the namespace hbase.
  std::vector<TableRecord> ListTables(bool with_system_tables = false) const;

  // Changes. Each is one step on disk; given a procedure, its success is written in the same step.
  // hbase:meta and hbase:namespace can be read like other tables, but neither made nor changed.
  Status CreateTable(const TableDescriptor& table, std::vector<Bytes> splits,
                     Procedure* procedure = nullptr);
  Status DeleteTable(const TableName& name, Procedure* procedure = nullptr);
  Status TruncateTable(const TableName& name, bool preserve_splits, Procedure* procedure = nullptr);
  // A disabled table gets another name, and is enabled.
  Status RenameTable(const TableName& from, const TableName& to, Procedure* procedure = nullptr);
  Status SetEnabled(const TableName& name, bool enabled, Procedure* procedure = nullptr);
  Status ModifyTable(const TableDescriptor& table, Procedure* procedure = nullptr);
  Status AddFamily(const TableName& name, const FamilyDescriptor& family,
                   Procedure* procedure = nullptr);
  Status ModifyFamily(const TableName& name, const FamilyDescriptor& family,
                      Procedure* procedure = nullptr);
  Status DeleteFamily(const TableName& name, BytesView family, Procedure* procedure = nullptr);

  Status CreateNamespace(const NamespaceDescriptor& ns, Procedure* procedure = nullptr);
  Status ModifyNamespace(const NamespaceDescriptor& ns, Procedure* procedure = nullptr);
  Status DeleteNamespace(std::string_view name, Procedure* procedure = nullptr);
  Result<NamespaceDescriptor> GetNamespace(std::string_view name) const;
  std::vector<NamespaceDescriptor> ListNamespaces() const;

  // By whole name, as requests carry it: the ".<32 digits>." at its end decides. Regions that are
  // not there, or offline, are kNotServingRegion "<name> is not online on": the server's name is
  // the caller's to add.
  Result<RegionPtr> FindRegion(BytesView region_name) const;
  // The same by the digits alone.
  Result<RegionPtr> FindRegionByEncodedName(std::string_view encoded_name) const;
  // As the master asks, by either name, online or not; kUnknownRegion.
  Result<RegionPtr> FindAnyRegion(BytesView name) const;
  // In the order of their start keys, online or not. kTableNotFound.
  Result<std::vector<RegionPtr>> RegionsOf(const TableName& table) const;
  // The table's regions for those who work on it for long.
  std::shared_ptr<const TableRegions> KeepRegionsOf(const TableName& table) const {
    return regions_.Keep(table);
  }
  Result<RegionPtr> RegionFor(const TableName& table, BytesView row) const;
  // Of all tables, online or not.
  size_t region_count() const { return regions_.size(); }
  // Meta's first, then table by table.
  std::vector<RegionPtr> AllRegions() const;
  // What the region's families hold, by estimate.
  static Result<std::vector<store::FamilySize>> RegionSize(const Region& region);
  // The same for many regions of one table, at less cost.
  static Result<std::vector<std::vector<store::FamilySize>>> RegionSizes(
      const std::vector<RegionPtr>& regions);

  // What tables that name no split policy are split by. Before others use the catalog.
  void SetSplitSettings(const SplitSettings& settings) { split_settings_ = settings; }
  const SplitSettings& split_settings() const { return split_settings_; }
  // Whether it can be split at all: not the catalog's own, and not where the policy forbids it.
  bool IsSplittable(const Region& region) const;
  // The row a split without one would take: the middle of the region's data, as its table's policy
  // allows it. Nothing when there is no such row inside the region.
  Result<std::optional<Bytes>> BestSplitRow(const Region& region) const;
  // Replaces the region, by either name, by two. Without a row the middle of its data is taken.
  // Returns the two.
  Result<std::vector<RegionPtr>> SplitRegion(BytesView name, std::optional<Bytes> split_row,
                                             Procedure* procedure = nullptr);
  // Replaces the regions, two or more by either name, by one. Neighbours only, unless forcible:
  // then with all that lies between them.
  Result<RegionPtr> MergeRegions(const std::vector<Bytes>& names, bool forcible,
                                 Procedure* procedure = nullptr);
  // Removes the rows of regions that have been split, and what meta says about merges. Done at
  // open too.
  Status CleanParents();

  // Snapshots (catalog_snapshots.cc). The table as it is at one moment, over all its families,
  // while writers go on.
  Status TakeSnapshot(const std::string& name, const TableName& table,
                      const SnapshotOptions& options);
  // Whether one of the name is in the making.
  bool IsTakingSnapshot(const std::string& name) const;
  // A new table with the snapshot's data, descriptor and regions.
  Status CloneSnapshot(const std::string& name, const TableName& table,
                       Procedure* procedure = nullptr);
  // The table, which must be disabled, becomes what it was.
  Status RestoreSnapshot(const std::string& name, Procedure* procedure = nullptr);
  Status DeleteSnapshot(const std::string& name);
  // Those whose time is over. Returns how many.
  Result<int> DeleteExpiredSnapshots();
  const SnapshotFolder& snapshots() const { return snapshots_; }

 private:
  using TableMap = std::map<TableName, std::shared_ptr<TableEntry>>;
  using Records = std::vector<store::Store::RecordChange>;

  Catalog(std::shared_ptr<store::Store> store, GuardFactory guards)
      : store_(std::move(store)), guards_(std::move(guards)), snapshots_(store_->path()) {}

  // Opening, in this order.
  Status Load();
  // Makes hbase:meta and hbase:namespace in a directory that has none yet, with rows for all that
  // is there.
  Status CreateSystemTables();
  // Takes the regions from meta; parts of tables that have none get new ones.
  Status LoadRegions();
  Status DropOrphans();

  // DDL helpers; the caller holds ddl_mutex_.
  Result<std::shared_ptr<TableEntry>> FindDisabled(const TableName& name) const;
  Result<std::shared_ptr<TableEntry>> FindChangeable(const TableName& name) const;
  // Whether a table of that name can be made.
  Status CheckNew(const TableName& name) const;
  // Gives every family of the record's descriptor that has no label yet a new column family.
  Status CreateMissingFamilies(TableRecord& record);
  // Drops column families that `old_labels` has and `record` has not. Their loss is already
  // decided, so a failure only postpones it to the next open.
  void DropUnused(const std::map<Bytes, std::string>& old_labels, const TableRecord& record);
  // The records of a table that must be written with every change of it.
  Records RecordsOf(const TableRecord& record) const;
  Result<std::shared_ptr<const store::WriteGuard>> MakeGuard(const TableDescriptor& table,
                                                             const TableDescriptor* before) const;
  std::shared_ptr<const store::CellTable> MakeCells(
      const TableRecord& record, std::shared_ptr<const store::WriteGuard> guard) const;
  // Makes a table that is not there: its regions, the families that `make_families` gives the
  // record, and the one step that counts.
  Status AddTable(TableRecord record, std::shared_ptr<const store::WriteGuard> guard,
                  const std::vector<Bytes>& splits,
                  const std::function<Status(TableRecord&)>& make_families, std::string_view what,
                  Procedure* procedure);
  // Shows a table that is on disk to everyone, and takes one away that is not any more.
  void Publish(TableRecord record, std::shared_ptr<const store::WriteGuard> guard,
               const std::vector<model::RegionInfo>& infos);
  void Withdraw(const TableName& name, TableEntry& entry);
  // Writes the record and the cells as the one step that counts. `what` names its failpoints.
  Status Change(TableEntry& entry, TableRecord record, store::CellBatch cells,
                std::string_view what, Procedure* procedure);
  // That step: with it the change has happened.
  Status Commit(Records records, store::CellBatch cells, std::string_view what,
                Procedure* procedure);

  static std::vector<RegionPtr> MakeRegions(const std::shared_ptr<TableEntry>& table,
                                            const std::vector<model::RegionInfo>& infos);
  // Greater than every region's so far; about the time.
  int64_t NewRegionId();
  MetaChange NewMetaChange() const { return {*meta_, store_->clock().NowMs()}; }
  Status WriteNamespace(const NamespaceDescriptor& ns, std::string_view what, Procedure* procedure);
  // What a snapshot must be to be cloned or restored.
  Result<SnapshotManifest> ReadUsableSnapshot(const std::string& name) const;
  // Gives the record's families, which have no labels yet, column families with the snapshot's
  // files.
  Status ImportFamilies(const SnapshotManifest& snapshot, TableRecord& record);

  const std::shared_ptr<store::Store> store_;
  const GuardFactory guards_;
  SplitSettings split_settings_;
  base::OrderedMutex<base::LockRank::kDdl> ddl_mutex_;
  uint64_t next_id_ = 1;
  int64_t last_region_id_ = 0;
  // Whether meta may have rows of split regions, or columns about merges.
  bool has_parents_ = true;
  // The catalog's own tables; they never change once open.
  std::shared_ptr<const store::CellTable> meta_;
  std::shared_ptr<const store::CellTable> namespace_table_;

  // Guards the maps; taken after ddl_mutex_.
  mutable base::OrderedSharedMutex<base::LockRank::kCatalogMaps> mutex_;
  TableMap tables_;
  std::map<std::string, NamespaceDescriptor, std::less<>> namespaces_;

  RegionMap regions_;

  const SnapshotFolder snapshots_;
  // Shared while a snapshot's files are read; taken after ddl_mutex_.
  base::OrderedSharedMutex<base::LockRank::kSnapshotFiles> snapshot_files_mutex_;
  mutable base::OrderedMutex<base::LockRank::kTakingSnapshots> taking_mutex_;
  std::map<std::string, TableName, std::less<>> taking_;
};

}  // namespace basalt::catalog
