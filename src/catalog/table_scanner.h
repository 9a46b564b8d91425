// TableScanner: the rows of a scan through TableAccess. It accounts for every row that it returns,
// and for every row that the filter removes, in the region of that row. One thread at a time. It
// holds the store open.
#pragma once

#include <cstdint>
#include <memory>

#include "basalt/row_result.h"
#include "basalt/status.h"
#include "catalog/region_map.h"
#include "store/row_scanner.h"

namespace basalt::catalog {

class TableScanner {
 public:
  using Step = store::RowScanner::Step;

  // Of one region when there is a `region`, otherwise of all `regions` of a table.
  TableScanner(std::unique_ptr<store::RowScanner> rows, RegionPtr region,
               std::shared_ptr<const TableRegions> regions);
  TableScanner(const TableScanner&) = delete;
  TableScanner& operator=(const TableScanner&) = delete;

  // See store::RowScanner.
  Result<bool> Next(RowResult& row);
  Result<Step> Next(RowResult& row, const store::StepLimits& limits);
  bool AtEnd() const { return rows_->AtEnd(); }
  bool FilterDone() const { return rows_->FilterDone(); }
  bool needs_whole_rows() const { return rows_->needs_whole_rows(); }
  BytesView position() const { return rows_->position(); }
  uint64_t rows_seen() const { return rows_->rows_seen(); }
  uint64_t rows_filtered() const { return rows_->rows_filtered(); }
  uint64_t cells_seen() const { return rows_->cells_seen(); }
  size_t heap_bytes() const { return rows_->heap_bytes(); }
  store::MeanBlock ReadMeanBlock() const { return rows_->ReadMeanBlock(); }

 private:
  // nullptr when no region has the row.
  Region* RegionOf(BytesView row);

  const std::unique_ptr<store::RowScanner> rows_;
  // nullptr when the scan is of one region.
  const std::shared_ptr<const TableRegions> regions_;
  // Of the last row.
  RegionPtr region_;
};

}  // namespace basalt::catalog
