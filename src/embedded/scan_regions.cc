#include "embedded/scan_regions.h"

#include <algorithm>
#include <utility>

#include "catalog/table_scanner.h"

namespace basalt::embedded {

LocalScanMetrics::LocalScanMetrics(const Scan& scan, std::vector<model::RegionInfo> regions)
    : scan_(scan), regions_(std::move(regions)) {
  if (scan.limit() == 0) return;
  metrics_->regions_scanned = 1;
  const Bytes& start = scan.start_row();
  if (scan.reversed() && start.empty()) {
    region_ = regions_.size() - 1;
    return;
  }
  const bool before = scan.reversed() && !scan.include_start_row();
  const auto after =
      before ? std::ranges::lower_bound(regions_, start, {}, &model::RegionInfo::start_key)
             : std::ranges::upper_bound(regions_, start, {}, &model::RegionInfo::start_key);
  region_ = after == regions_.begin() ? 0 : static_cast<size_t>(after - regions_.begin()) - 1;
}

bool LocalScanMetrics::MoveOn() {
  if (scan_.reversed() ? region_ == 0 : region_ + 1 == regions_.size()) return false;
  region_ = scan_.reversed() ? region_ - 1 : region_ + 1;
  ++metrics_->regions_scanned;
  return true;
}

void LocalScanMetrics::MoveTo(BytesView row) {
  while (!regions_[region_].Contains(row) && MoveOn()) continue;
}

void LocalScanMetrics::Count(const store::ReadCosts& costs) {
  read_nanos_ += costs.nanos;
  metrics_->fs_read_time = static_cast<int64_t>(read_nanos_ / 1'000'000);
  metrics_->bytes_read_from_fs += static_cast<int64_t>(costs.bytes);
  metrics_->block_read_ops_count += static_cast<int64_t>(costs.blocks);
}

void LocalScanMetrics::Step(const catalog::TableScanner& scanner, bool more, const RowResult& row) {
  metrics_->rows_scanned = static_cast<int64_t>(scanner.rows_seen());
  metrics_->rows_filtered = static_cast<int64_t>(scanner.rows_filtered());
  metrics_->millis_between_nexts = std::chrono::duration_cast<std::chrono::milliseconds>(
                                       std::chrono::steady_clock::now() - began_)
                                       .count();
  if (more) {
    for (const CellView cell : row) {
      metrics_->bytes_in_results += static_cast<int64_t>(SerializedCellSize(cell));
    }
    if (!row.partial()) ++complete_rows_;
    return MoveTo(row.row());
  }
  const bool early =
      scanner.FilterDone() || (scan_.limit() >= 0 && complete_rows_ >= int64_t{scan_.limit()});
  if (early) {
    if (!scanner.position().empty()) MoveTo(scanner.position());
    return;
  }
  while (!model::IsLastRegion(regions_[region_], scan_) && MoveOn()) continue;
}

}  // namespace basalt::embedded
