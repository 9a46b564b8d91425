// How a scan goes through the regions of its table, as its metrics tell it. Used by one thread.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/scan_metrics.h"
#include "model/region_info.h"
#include "store/read_meter.h"

namespace basalt::catalog {
class TableScanner;
}

namespace basalt::embedded {

// The metrics of a scan that does not ask region by region: what it would have counted if it had.
class LocalScanMetrics {
 public:
  // `regions`: the table's, in order; not empty.
  LocalScanMetrics(const Scan& scan, std::vector<model::RegionInfo> regions);

  // After each step of the scanner: with what it returned, and what the step read.
  void Step(const catalog::TableScanner& scanner, bool more, const RowResult& row);
  void Count(const store::ReadCosts& costs);
  std::shared_ptr<const ScanMetrics> metrics() const { return metrics_; }

 private:
  // Goes on to the region that holds the row.
  void MoveTo(BytesView row);
  // False when there is no region after this one.
  bool MoveOn();

  const Scan scan_;
  const std::vector<model::RegionInfo> regions_;
  const std::shared_ptr<ScanMetrics> metrics_ = std::make_shared<ScanMetrics>();
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  size_t region_ = 0;  // where the scan has come to
  int64_t complete_rows_ = 0;
  uint64_t read_nanos_ = 0;
};

}  // namespace basalt::embedded
