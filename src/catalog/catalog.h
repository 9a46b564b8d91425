// Catalog: which namespaces and tables exist. Kept in the store's system records; one record write
// is the moment a change happens, so a crash leaves the old state or the new. Column families that
// no record mentions are leftovers of a change that did not happen, and are dropped at the next
// open.
//
// Thread safe; DDL runs one change at a time. Errors are HBase's.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/table_entry.h"
#include "catalog/table_record.h"
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
  static Result<std::unique_ptr<Catalog>> Open(std::shared_ptr<store::Store> store,
                                               GuardFactory guards = nullptr);

  Result<std::shared_ptr<TableEntry>> FindTable(const TableName& name) const;
  std::vector<TableRecord> ListTables() const;

  Status CreateTable(const TableDescriptor& table, std::vector<Bytes> splits);
  Status DeleteTable(const TableName& name);
  Status TruncateTable(const TableName& name, bool preserve_splits);
  Status SetEnabled(const TableName& name, bool enabled);
  Status ModifyTable(const TableDescriptor& table);
  Status AddFamily(const TableName& name, const FamilyDescriptor& family);
  Status ModifyFamily(const TableName& name, const FamilyDescriptor& family);
  Status DeleteFamily(const TableName& name, BytesView family);

  Status CreateNamespace(const NamespaceDescriptor& ns);
  Status DeleteNamespace(std::string_view name);
  std::vector<NamespaceDescriptor> ListNamespaces() const;

 private:
  using TableMap = std::map<TableName, std::shared_ptr<TableEntry>>;

  Catalog(std::shared_ptr<store::Store> store, GuardFactory guards)
      : store_(std::move(store)), guards_(std::move(guards)) {}
  Status Load();
  Status DropOrphans();

  // DDL helpers; the caller holds ddl_mutex_.
  Result<std::shared_ptr<TableEntry>> FindDisabled(const TableName& name) const;
  // Gives every family of the record's descriptor that has no label yet a new column family.
  Status CreateMissingFamilies(TableRecord& record);
  // Drops column families that `old_labels` has and `record` has not. Their loss is already
  // decided, so a failure only postpones it to the next open.
  void DropUnused(const std::map<Bytes, std::string>& old_labels, const TableRecord& record);
  // Writes the record, with the id counter, as the one step that counts.
  Status Commit(const TableRecord& record);
  Result<std::shared_ptr<const store::WriteGuard>> MakeGuard(const TableDescriptor& table,
                                                             const TableDescriptor* before) const;
  std::shared_ptr<const store::CellTable> MakeCells(
      const TableRecord& record, std::shared_ptr<const store::WriteGuard> guard) const;
  Status Change(TableEntry& entry, TableRecord record);

  const std::shared_ptr<store::Store> store_;
  const GuardFactory guards_;
  std::mutex ddl_mutex_;
  uint64_t next_id_ = 1;

  mutable std::shared_mutex mutex_;  // guards the maps; taken after ddl_mutex_
  TableMap tables_;
  std::map<std::string, NamespaceDescriptor, std::less<>> namespaces_;
};

}  // namespace basalt::catalog
