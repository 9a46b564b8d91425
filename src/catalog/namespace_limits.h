// Limits of the tables and regions of a namespace, from its configuration:
// hbase.namespace.quota.maxtables and hbase.namespace.quota.maxregions. Enforced when the server
// has quotas enabled, as in HBase, and in a directory that has hbase:quota. Functions only; thread
// safe.
#pragma once

#include <cstddef>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/catalog_state.h"
#include "model/region_info.h"

namespace basalt::catalog {

// Whether the limits are numbers above zero: kDoNotRetry, kConstraint. Checked whether or not they
// are enforced.
Status CheckNamespaceLimits(const NamespaceDescriptor& ns);

// What follows REQUIRES that the caller holds the DDL lock. kQuotaExceeded; always good for system
// tables and when limits are not enforced.

// Whether a new table with so many regions has its place.
Status CheckRoomForTable(const CatalogState& state, const TableName& table, size_t regions);
// Whether a table that is there may have so many regions instead of those it has.
Status CheckRegionCount(const CatalogState& state, const TableName& table, size_t regions);
// Whether a region may be split.
Status CheckRoomForSplit(const CatalogState& state, const model::RegionInfo& parent);

}  // namespace basalt::catalog
