// Tables: the catalog's tables: which exist, and their changes.
//
// Each change is one step on disk; given a procedure, its success is written in the same step.
// hbase:meta and hbase:namespace can be read like other tables, but neither made nor changed.
// Errors are HBase's. Thread safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/table_changes.h"
#include "store/family_repair.h"

namespace basalt::catalog {

class Tables {
 public:
  Tables(CatalogState& state, TableChanges& changes) : state_(state), changes_(changes) {}

  Result<std::shared_ptr<TableEntry>> Find(const TableName& name) const {
    return state_.FindTable(name);
  }
  // In the order of their names. System tables are those of the namespace hbase.
  std::vector<TableRecord> List(bool with_system_tables = false) const;
  // The names alone, without the system tables'.
  std::vector<TableName> Names() const;

  Status Create(const TableDescriptor& table, std::vector<Bytes> splits,
                Procedure* procedure = nullptr);
  Status Delete(const TableName& name, Procedure* procedure = nullptr);
  Status Truncate(const TableName& name, bool preserve_splits, Procedure* procedure = nullptr);
  // A disabled table gets another name, and is enabled.
  Status Rename(const TableName& from, const TableName& to, Procedure* procedure = nullptr);
  Status SetEnabled(const TableName& name, bool enabled, Procedure* procedure = nullptr);
  Status Modify(const TableDescriptor& table, Procedure* procedure = nullptr);
  Status AddFamily(const TableName& name, const FamilyDescriptor& family,
                   Procedure* procedure = nullptr);
  Status ModifyFamily(const TableName& name, const FamilyDescriptor& family,
                      Procedure* procedure = nullptr);
  // Another store file tracker for a table or, given one, for a family
  // (model/store_file_tracker.h).
  Status MigrateTracker(const TableName& name, const std::optional<Bytes>& family,
                        const std::string& target, Procedure* procedure = nullptr);
  Status DeleteFamily(const TableName& name, BytesView family, Procedure* procedure = nullptr);

  // Replaces the damaged families of a disabled table by what can still be read of them
  // (store/family_repair.h). Returns one report for each. Reads the whole table, without the DDL
  // lock.
  Result<std::vector<store::FamilyRepair>> Repair(const TableName& name);

 private:
  CatalogState& state_;
  TableChanges& changes_;
};

}  // namespace basalt::catalog
