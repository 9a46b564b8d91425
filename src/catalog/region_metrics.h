// What is known of a table's regions, for those who look after it. A pure reader of the catalog.
#pragma once

#include <vector>

#include "basalt/admin.h"
#include "basalt/status.h"
#include "catalog/catalog.h"

namespace basalt::catalog {

// In the order of their start keys. kTableNotFound.
Result<std::vector<RegionMetrics>> CollectRegionMetrics(const Catalog& catalog,
                                                        const TableName& table);

}  // namespace basalt::catalog
