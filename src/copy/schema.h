// Creates the source's namespaces and tables in the destination. Functions; thread safe.
#pragma once

#include <vector>

#include "basalt/admin.h"
#include "copy/key_range.h"
#include "copy/spec.h"

namespace basalt::copy {

// Fails for sources that cannot be copied: families whose visible cells depend on the order of
// writes (NEW_VERSION_BEHAVIOR), and disabled tables.
Status CheckSource(Admin& source, const TablePair& pair);

// Creates the table and its namespace as in the source, with the same regions, if missing. An
// existing table must have the source's families and accept writes. A table that is read-only in
// the source stays writable until FinishTable; `finished`: FinishTable may have run already. Errors
// name the table.
Status PrepareTable(Admin& source, Admin& destination, const TablePair& pair, bool finished);
// Sets the attributes that would have prevented the copy, such as READONLY. REQUIRES: PrepareTable
// created the table.
Status FinishTable(Admin& source, Admin& destination, const TablePair& pair);

// The regions of a table as row ranges, in order.
Result<std::vector<KeyRange>> RegionRanges(Admin& admin, const TableName& name);

}  // namespace basalt::copy
