// Namespaces and tables of the source, made in the destination. Functions; thread safe.
#pragma once

#include <vector>

#include "basalt/admin.h"
#include "copy/key_range.h"
#include "copy/spec.h"

namespace basalt::copy {

// What is refused before anything is made: families whose cells do not tell in which order they
// were written (NEW_VERSION_BEHAVIOR), tables that are disabled in the source.
Status CheckSource(Admin& source, const TablePair& pair);

// Makes the table and its namespace as in the source, with the same regions, unless it is there;
// then it must have the source's families and take writes. A table that is read-only in the source
// stays writable here until FinishTable; `finished`: that may have been done. Errors name the
// table.
Status PrepareTable(Admin& source, Admin& destination, const TablePair& pair, bool finished);
// REQUIRES: the table was made by PrepareTable. Gives it what it could not have while data came.
Status FinishTable(Admin& source, Admin& destination, const TablePair& pair);

// The regions of a table as ranges, in order.
Result<std::vector<KeyRange>> RegionRanges(Admin& admin, const TableName& name);

}  // namespace basalt::copy
