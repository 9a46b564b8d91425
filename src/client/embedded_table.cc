#include "client/embedded_table.h"

#include <chrono>
#include <optional>
#include <utility>

#include "base/interrupt.h"
#include "catalog/table_scanner.h"
#include "client/scan_regions.h"

namespace basalt::client {
namespace {

template <typename M>
std::vector<const Mutation*> PointersTo(std::span<const M> mutations) {
  std::vector<const Mutation*> pointers;
  pointers.reserve(mutations.size());
  for (const M& mutation : mutations) pointers.push_back(&mutation);
  return pointers;
}

class ScannerSource : public ResultScanner::Source {
 public:
  // `metrics` may be null.
  ScannerSource(std::shared_ptr<const catalog::Catalog> catalog,
                std::unique_ptr<catalog::TableScanner> scanner,
                std::unique_ptr<LocalScanMetrics> metrics)
      : catalog_(std::move(catalog)), scanner_(std::move(scanner)), metrics_(std::move(metrics)) {}
  Result<bool> Next(RowResult& row) override {
    std::optional<store::ReadMeter> meter;
    if (metrics_ != nullptr) meter.emplace();
    auto more = base::InterruptScope::Active() ? NextInterruptibly(row) : scanner_->Next(row);
    if (meter && more.ok()) {
      metrics_->Count(meter->Read());
      metrics_->Step(*scanner_, *more, row);
    }
    return more;
  }
  std::shared_ptr<const ScanMetrics> metrics() const override {
    return metrics_ == nullptr ? nullptr : metrics_->metrics();
  }

 private:
  // A filter may let nothing through for long; the user need not wait for that.
  Result<bool> NextInterruptibly(RowResult& row) {
    using base::InterruptScope;
    while (!InterruptScope::Requested()) {
      store::StepLimits limits;
      limits.deadline = std::chrono::steady_clock::now() + InterruptScope::kLook;
      BASALT_ASSIGN_OR_RETURN(const auto step, scanner_->Next(row, limits));
      if (step != store::RowScanner::Step::kTimeUp) return step == store::RowScanner::Step::kRow;
    }
    return Status(StatusCode::kCancelled, "interrupted");
  }

  // First, so that it goes last.
  const std::shared_ptr<const catalog::Catalog> catalog_;
  const std::unique_ptr<catalog::TableScanner> scanner_;
  const std::unique_ptr<LocalScanMetrics> metrics_;
};

}  // namespace

Result<TableDescriptor> EmbeddedTable::GetDescriptor() {
  BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name()));
  return entry->record().descriptor;
}

Result<RowResult> EmbeddedTable::Get(const basalt::Get& get) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.Get(get);
}

Result<std::vector<RowResult>> EmbeddedTable::Get(std::span<const basalt::Get> gets) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.Get(gets);
}

Result<bool> EmbeddedTable::Exists(const basalt::Get& get) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.Exists(get);
}

Result<ResultScanner> EmbeddedTable::GetScanner(const Scan& scan) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  std::unique_ptr<LocalScanMetrics> metrics;
  std::optional<store::ReadMeter> meter;
  if (scan.track_metrics) {
    BASALT_ASSIGN_OR_RETURN(const auto regions, catalog_->regions().Of(name()));
    std::vector<model::RegionInfo> infos;
    for (const auto& region : regions) infos.push_back(region->info());
    metrics = std::make_unique<LocalScanMetrics>(scan, std::move(infos));
    meter.emplace();
  }
  BASALT_ASSIGN_OR_RETURN(auto scanner, access.OpenScanner(scan));
  if (meter) metrics->Count(meter->Read());
  return ResultScanner(
      std::make_unique<ScannerSource>(catalog_, std::move(scanner), std::move(metrics)));
}

Status EmbeddedTable::Put(const basalt::Put& put) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.Write(put);
}

Status EmbeddedTable::Put(std::span<const basalt::Put> puts) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.WriteAll(PointersTo(puts));
}

Status EmbeddedTable::Delete(const basalt::Delete& del) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.Write(del);
}

Status EmbeddedTable::Delete(std::span<const basalt::Delete> deletes) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.WriteAll(PointersTo(deletes));
}

Result<RowResult> EmbeddedTable::Increment(const basalt::Increment& increment) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.Mutate(increment);
}

Result<RowResult> EmbeddedTable::Append(const basalt::Append& append) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.Mutate(append);
}

Result<RowResult> EmbeddedTable::MutateRow(const RowMutations& mutations) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.MutateRow(mutations.row(), mutations.mutations());
}

Result<CheckAndMutateResult> EmbeddedTable::CheckAndMutate(const basalt::CheckAndMutate& check) {
  BASALT_ASSIGN_OR_RETURN(const auto access, table_.Access());
  return access.CheckAndMutate(check);
}

std::vector<Result<RowResult>> EmbeddedTable::Batch(std::span<const Action> actions) {
  const auto access = table_.Access();
  if (access.ok()) return access->Batch(actions);
  return std::vector<Result<RowResult>>(actions.size(), access.status());
}

}  // namespace basalt::client
