// CatalogCheck: whether the catalog in a store agrees with itself, and how to mend it.
//
// Looks at the records, at hbase:meta and hbase:namespace, and at the families that are there,
// before a Catalog is opened on the store: opening one mends some of this without a word. Repairs
// never touch a user's cells: regions are ranges, so a region can be made, dropped or joined
// without any. One thread; the store must have no Catalog.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/meta_table.h"
#include "catalog/table_record.h"
#include "store/store.h"

namespace basalt::catalog {

// Something that is not as it should be.
struct Finding {
  // One word for programs: "hole", "overlap", "orphan-region" ...
  std::string kind;
  // One sentence for people.
  std::string text;
  // Whether Repair mends it.
  bool repairable = false;
};

class CatalogCheck {
 public:
  // Reads everything. An error when that is not possible, for instance because records are of a
  // newer Basalt.
  static Result<CatalogCheck> Run(std::shared_ptr<store::Store> store);
  CatalogCheck(CatalogCheck&&) = default;
  ~CatalogCheck();

  const std::vector<Finding>& findings() const { return findings_; }
  size_t tables() const { return tables_.size(); }
  size_t regions() const { return region_count_; }

  // Mends what is repairable: one step on disk, then hbase:meta and hbase:namespace are rebuilt if
  // they are damaged.
  Status Repair();
  // Drops the families that no table has, if it is known of every table what it has.
  Status DropOrphans();

 private:
  explicit CatalogCheck(std::shared_ptr<store::Store> store) : store_(std::move(store)) {}

  Status ReadRecords();
  Status CheckProcedures();
  Status CheckFamilies();
  void CheckSnapshots();
  void CheckIds();
  Status CheckSystemTables();
  Status CheckNamespaces();
  Status ReadMeta();
  void ReportDamage();
  Status CheckRegions(const TableRecord& table);
  Status CheckTableState(const TableRecord& table);

  void Report(std::string_view kind, bool repairable, std::string text);
  std::shared_ptr<const store::CellTable> Open(const TableRecord& table) const;

  struct RegionRow {
    model::RegionInfo info;
    Bytes state;
  };

  std::shared_ptr<store::Store> store_;
  std::vector<Finding> findings_;
  size_t region_count_ = 0;

  // Whether it is known of everything which table it belongs to. Else nothing is an orphan for
  // sure.
  bool tables_known_ = true;
  // hbase:meta or hbase:namespace must be made anew.
  bool rebuild_ = false;

  // What there is.
  uint64_t next_id_ = 1;
  int64_t last_region_id_ = 0;
  std::map<std::string, NamespaceDescriptor, std::less<>> namespaces_;
  std::map<TableName, TableRecord> tables_;
  std::map<TableName, std::vector<RegionRow>> region_rows_;
  std::map<TableName, Bytes> table_states_;
  std::shared_ptr<const store::CellTable> meta_;
  std::shared_ptr<const store::CellTable> namespace_table_;

  // What is to be done.
  std::vector<store::Store::RecordChange> records_;
  std::unique_ptr<MetaChange> change_;
  std::vector<std::string> orphans_;
};

}  // namespace basalt::catalog
