// The size of a row range by RocksDB's estimates, and its middle row. Estimates are accurate to
// about a block of a store file. Thread safe; functions only.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "store/maintenance.h"
#include "store/row_scanner.h"

namespace basalt::store {

struct FamilySize {
  Bytes family;
  uint64_t disk_bytes = 0;
  uint64_t memstore_bytes = 0;
  // Store files with rows of the range.
  int store_files = 0;
};

// One per family, in their order. REQUIRES: all families are of one store.
Result<std::vector<FamilySize>> MeasureRows(Store& store, const std::vector<FamilyView>& families,
                                            const RowRange& rows);
// The same for many ranges, cheaper than single calls.
Result<std::vector<std::vector<FamilySize>>> MeasureRanges(Store& store,
                                                           const std::vector<FamilyView>& families,
                                                           const std::vector<RowRange>& ranges);

// The row at which the range's largest family has about half of its bytes on either side; never the
// first row of the range. nullopt if the family has less than two rows there. Flushes if part of
// the range is in memory.
Result<std::optional<Bytes>> MiddleRow(Store& store, const std::vector<FamilyView>& families,
                                       const RowRange& rows);

}  // namespace basalt::store
