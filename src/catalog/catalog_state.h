// CatalogState: what the parts of the catalog (Tables, Regions, Namespaces, Snapshots) share: the
// maps of what exists, and the commit point by which every change happens.
//
// A change holds the DDL lock, checks, prepares, and calls Commit, which writes its records and the
// rows of hbase:meta in one step; then it changes the maps. Nothing that reads a table's data runs
// while the DDL lock is held: it comes before, and what it was based on is checked again.
//
// Lookups are thread safe. Lock order: the DDL lock, then the lock of the maps or of RegionMap.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "base/ordered_mutex.h"
#include "catalog/meta_table.h"
#include "catalog/procedure_journal.h"
#include "catalog/region_map.h"
#include "catalog/table_entry.h"
#include "store/store.h"

namespace basalt::catalog {

class CatalogState {
 public:
  using Records = std::vector<store::Store::RecordChange>;
  using NamespaceMap = std::map<std::string, NamespaceDescriptor, std::less<>>;

  explicit CatalogState(std::shared_ptr<store::Store> store) : store_(std::move(store)) {}

  const std::shared_ptr<store::Store>& store() const { return store_; }

  // What exists. kTableNotFound, kNamespaceNotFound; lists are in the order of names.
  Result<std::shared_ptr<TableEntry>> FindTable(const TableName& name) const;
  std::vector<std::shared_ptr<TableEntry>> AllTables() const;
  std::vector<TableName> TableNames() const;
  Result<NamespaceDescriptor> FindNamespace(std::string_view name) const;
  std::vector<NamespaceDescriptor> AllNamespaces() const;
  RegionMap& regions() { return regions_; }
  const RegionMap& regions() const { return regions_; }
  // The catalog's own tables; the same as long as it is open.
  const std::shared_ptr<const store::CellTable>& meta() const { return meta_; }
  const std::shared_ptr<const store::CellTable>& namespace_table() const {
    return namespace_table_;
  }
  void SetSystemTables(std::shared_ptr<const store::CellTable> meta,
                       std::shared_ptr<const store::CellTable> namespaces);

  // Whether the limits in the configurations of namespaces are enforced (namespace_limits.h).
  bool namespace_limits_enforced() const { return namespace_limits_enforced_; }
  void set_namespace_limits_enforced(bool on) { namespace_limits_enforced_ = on; }

  // For the name of a new table or family; never given twice.
  uint64_t NewId() { return next_id_++; }

  // Changes: one at a time.
  using DdlMutex = base::OrderedMutex<base::LockRank::kDdl>;
  [[nodiscard]] std::unique_lock<DdlMutex> LockDdl() { return std::unique_lock(ddl_mutex_); }

  // What follows REQUIRES that the caller holds the DDL lock, or that the catalog is being opened.

  // The one step that counts: with it the change has happened. `what` names its failpoints. Given a
  // procedure, its success is written in the same step.
  Status Commit(Records records, store::CellBatch cells, std::string_view what,
                Procedure* procedure);
  // The records that are written with every change of a table.
  Records RecordsOf(const TableRecord& record) const;
  MetaChange NewMetaChange() const { return {*meta_, store_->clock().NowMs()}; }
  // Greater than every region's so far; about the time.
  int64_t NewRegionId();
  int64_t last_region_id() const { return last_region_id_; }
  void set_last_region_id(int64_t id) { last_region_id_ = id; }
  uint64_t next_id() const { return next_id_; }
  void set_next_id(uint64_t id) { next_id_ = id; }

  void PutTable(const std::shared_ptr<TableEntry>& entry);
  void EraseTable(const TableName& name);
  void PutNamespace(const NamespaceDescriptor& ns);
  void EraseNamespace(std::string_view name);

 private:
  const std::shared_ptr<store::Store> store_;
  DdlMutex ddl_mutex_;
  std::atomic<uint64_t> next_id_{1};
  std::atomic<bool> namespace_limits_enforced_{false};
  int64_t last_region_id_ = 0;
  std::shared_ptr<const store::CellTable> meta_;
  std::shared_ptr<const store::CellTable> namespace_table_;

  // Guards the maps; taken after ddl_mutex_.
  mutable base::OrderedSharedMutex<base::LockRank::kCatalogMaps> mutex_;
  std::map<TableName, std::shared_ptr<TableEntry>> tables_;
  NamespaceMap namespaces_;

  RegionMap regions_;
};

}  // namespace basalt::catalog
