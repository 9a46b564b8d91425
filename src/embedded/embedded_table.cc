#include "embedded/embedded_table.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "base/call_budget.h"
#include "catalog/table_scanner.h"
#include "embedded/embedded_bulk_writer.h"
#include "embedded/scan_regions.h"

namespace basalt::embedded {
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
                std::unique_ptr<catalog::TableScanner> scanner, bool filtered,
                std::unique_ptr<LocalScanMetrics> metrics, CallOptions options)
      : catalog_(std::move(catalog)),
        scanner_(std::move(scanner)),
        filtered_(filtered),
        metrics_(std::move(metrics)),
        options_(std::move(options)) {}
  Result<bool> Next(RowResult& row) override {
    std::optional<store::ReadMeter> meter;
    if (metrics_ != nullptr) meter.emplace();
    // A timeout begins anew with each row.
    const base::CallLimits call(options_);
    auto more = call.unlimited() && !filtered_ ? scanner_->Next(row) : NextWithin(call, row);
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
  // The limits are checked between rows, as a filter may let nothing through for long, and in them.
  Result<bool> NextWithin(const base::CallLimits& call, RowResult& row) {
    constexpr std::chrono::milliseconds kStep(20);
    const bool unlimited = call.unlimited();
    base::CallBudget budget(call);
    store::StepLimits limits;
    limits.budget = &budget;
    for (;;) {
      if (!unlimited) {
        BASALT_RETURN_IF_ERROR(budget.Check());
        limits.deadline = budget.last_look() + kStep;
      }
      BASALT_ASSIGN_OR_RETURN(const auto step, scanner_->Next(row, limits));
      if (step != store::RowScanner::Step::kTimeUp) return step == store::RowScanner::Step::kRow;
    }
  }

  // First, so that it goes last.
  const std::shared_ptr<const catalog::Catalog> catalog_;
  const std::unique_ptr<catalog::TableScanner> scanner_;
  const bool filtered_;
  const std::unique_ptr<LocalScanMetrics> metrics_;
  const CallOptions options_;
};

}  // namespace

Result<catalog::TableAccess> EmbeddedTable::Access(base::CallBudget& budget) {
  BASALT_RETURN_IF_ERROR(budget.limits().Check());
  return table_.Access(&budget);
}

Result<TableDescriptor> EmbeddedTable::GetDescriptor(const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name()));
  return entry->record().descriptor;
}

Result<RowResult> EmbeddedTable::Get(const basalt::Get& get, const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.Get(get);
}

Result<std::vector<RowResult>> EmbeddedTable::Get(std::span<const basalt::Get> gets,
                                                  const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.Get(gets);
}

Result<bool> EmbeddedTable::Exists(const basalt::Get& get, const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.Exists(get);
}

Result<ResultScanner> EmbeddedTable::GetScanner(const Scan& scan, const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  std::unique_ptr<LocalScanMetrics> metrics;
  std::optional<store::ReadMeter> meter;
  if (scan.scan_metrics_enabled()) {
    BASALT_ASSIGN_OR_RETURN(const auto regions, catalog_->regions().Of(name()));
    std::vector<model::RegionInfo> infos;
    for (const auto& region : regions) infos.push_back(region->info());
    metrics = std::make_unique<LocalScanMetrics>(scan, std::move(infos));
    meter.emplace();
  }
  BASALT_ASSIGN_OR_RETURN(auto scanner, access.OpenScanner(scan));
  if (meter) metrics->Count(meter->Read());
  return ResultScanner(std::make_unique<ScannerSource>(
      catalog_, std::move(scanner), scan.filter() != nullptr, std::move(metrics), options));
}

Status EmbeddedTable::Put(const basalt::Put& put, const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.Write(put);
}

Status EmbeddedTable::Put(std::span<const basalt::Put> puts, const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.WriteAll(PointersTo(puts));
}

Status EmbeddedTable::Delete(const basalt::Delete& del, const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.Write(del);
}

Status EmbeddedTable::Delete(std::span<const basalt::Delete> deletes, const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.WriteAll(PointersTo(deletes));
}

Result<RowResult> EmbeddedTable::Increment(const basalt::Increment& increment,
                                           const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.Mutate(increment);
}

Result<RowResult> EmbeddedTable::Append(const basalt::Append& append, const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.Mutate(append);
}

Result<RowResult> EmbeddedTable::MutateRow(const RowMutations& mutations,
                                           const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.MutateRow(mutations.row(), mutations.mutations());
}

Result<CheckAndMutateResult> EmbeddedTable::CheckAndMutate(const basalt::CheckAndMutate& check,
                                                           const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  BASALT_ASSIGN_OR_RETURN(const auto access, Access(budget));
  return access.CheckAndMutate(check);
}

std::vector<Result<RowResult>> EmbeddedTable::Batch(std::span<const Action> actions,
                                                    const CallOptions& options) {
  base::CallBudget budget{base::CallLimits(options)};
  const auto access = table_.Access(&budget);
  if (!access.ok()) return std::vector<Result<RowResult>>(actions.size(), access.status());
  return access->Batch(actions);
}

Result<std::unique_ptr<BulkWriter>> EmbeddedTable::OpenBulkWriter(const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  auto writer = std::make_unique<EmbeddedBulkWriter>(catalog_, name());
  // Finds out whether the table can be written to in this way.
  BASALT_RETURN_IF_ERROR(writer->Begin());
  return std::unique_ptr<BulkWriter>(std::move(writer));
}

}  // namespace basalt::embedded
