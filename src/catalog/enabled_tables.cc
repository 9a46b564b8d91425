#include "catalog/enabled_tables.h"

#include <utility>

#include "model/names.h"

namespace basalt::catalog {

void ForEachEnabledTable(const Catalog& catalog, const std::vector<TableName>& wanted,
                         const std::function<bool(const EnabledTable&)>& visit) {
  for (const TableName& name : wanted) {
    if (model::IsSystemTable(name)) continue;
    const auto entry = catalog.tables().Find(name);
    if (!entry.ok()) continue;
    TableRecord record = (*entry)->record();
    if (!record.enabled) continue;
    auto regions = catalog.regions().Of(name);
    if (!regions.ok() || regions->empty()) continue;
    if (!visit({std::move(record.descriptor), std::move(*regions)})) return;
  }
}

void ForEachEnabledTable(const Catalog& catalog,
                         const std::function<bool(const EnabledTable&)>& visit) {
  ForEachEnabledTable(catalog, catalog.tables().Names(), visit);
}

}  // namespace basalt::catalog
