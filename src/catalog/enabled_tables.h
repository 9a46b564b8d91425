// The tables that the chores work on: those of users that are enabled, with their regions.
#pragma once

#include <functional>
#include <vector>

#include "catalog/catalog.h"

namespace basalt::catalog {

struct EnabledTable {
  TableDescriptor descriptor;
  // All of them, in the order of their start keys; not empty. Some may be closed.
  std::vector<RegionPtr> regions;
};

// Calls `visit` with each enabled table that `wanted` names, as it is when its turn comes; tables
// that are gone by then are passed over. Ends when `visit` returns false.
void ForEachEnabledTable(const Catalog& catalog, const std::vector<TableName>& wanted,
                         const std::function<bool(const EnabledTable&)>& visit);
// The same for all tables, in the order of their names.
void ForEachEnabledTable(const Catalog& catalog,
                         const std::function<bool(const EnabledTable&)>& visit);

}  // namespace basalt::catalog
