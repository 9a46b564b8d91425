#include "catalog/table_scanner.h"

#include <utility>

namespace basalt::catalog {

TableScanner::TableScanner(std::unique_ptr<store::RowScanner> rows, RegionPtr region,
                           std::shared_ptr<const TableRegions> regions)
    : rows_(std::move(rows)), regions_(std::move(regions)), region_(std::move(region)) {
  rows_->OnFilteredRow([this](BytesView row) {
    if (Region* const filtered = RegionOf(row)) filtered->RecordFilteredRead();
  });
}

Region* TableScanner::RegionOf(BytesView row) {
  // A region that was split or merged away since is not the row's any more.
  if (regions_ != nullptr &&
      (region_ == nullptr || !region_->online() || !region_->info().Contains(row))) {
    region_ = FindRegionWith(regions_->list(), row);
  }
  return region_.get();
}

Result<bool> TableScanner::Next(RowResult& row) {
  BASALT_ASSIGN_OR_RETURN(const Step step, Next(row, store::StepLimits()));
  return step == Step::kRow;
}

Result<TableScanner::Step> TableScanner::Next(RowResult& row, const store::StepLimits& limits) {
  BASALT_ASSIGN_OR_RETURN(const Step step, rows_->Next(row, limits));
  if (step != Step::kRow) return step;
  if (Region* const region = RegionOf(row.row())) region->RecordRead(row.row(), row.byte_size());
  return step;
}

}  // namespace basalt::catalog
