// TableHandle: a table by its name, for those who work on it for long. It remembers where the table
// and its regions are, and looks again when the table was dropped and another one has its name.
// Thread safe.
#pragma once

#include <memory>
#include <shared_mutex>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/catalog.h"
#include "catalog/table_access.h"

namespace basalt::catalog {

class TableHandle {
 public:
  // `catalog` must outlive it.
  TableHandle(const Catalog& catalog, TableName name) : catalog_(catalog), name_(std::move(name)) {}

  const TableName& name() const { return name_; }
  // For one operation, with the budget of its call; it may be null. kTableNotFound,
  // kTableNotEnabled.
  Result<TableAccess> Access(base::CallBudget* budget = nullptr);

 private:
  // Finds the table by its name.
  Status Find();

  const Catalog& catalog_;
  const TableName name_;
  std::shared_mutex mutex_;  // guards what follows
  std::shared_ptr<TableEntry> entry_;
  std::shared_ptr<const TableRegions> regions_;
};

}  // namespace basalt::catalog
