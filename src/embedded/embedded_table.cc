#include "embedded/embedded_table.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "base/call_limits.h"
#include "embedded/scan_regions.h"
#include "hotspot/key_heat.h"
#include "store/cell_table.h"
#include "store/row_scanner.h"

namespace basalt::embedded {
namespace {

// Puts or deletes of many rows, as one write.
template <typename M>
Status WriteAll(const store::CellTable& cells, std::span<const M> mutations) {
  std::vector<const Mutation*> pointers;
  pointers.reserve(mutations.size());
  for (const M& mutation : mutations) pointers.push_back(&mutation);
  return cells.MutateRows(pointers);
}

Result<RowResult> WriteOne(const store::CellTable& cells, const Mutation& mutation) {
  return cells.MutateRow(mutation.row(), std::span(&mutation, 1));
}

Result<RowResult> Run(const store::CellTable& cells, const Action& action) {
  if (const auto* get = std::get_if<basalt::Get>(&action)) return cells.Get(*get);
  if (const auto* row = std::get_if<RowMutations>(&action)) {
    return cells.MutateRow(row->row(), row->mutations());
  }
  return std::visit(
      [&](const auto& value) -> Result<RowResult> {
        if constexpr (std::is_base_of_v<Mutation, std::decay_t<decltype(value)>>) {
          return WriteOne(cells, value);
        } else {
          return Status(StatusCode::kInternal, "an action that is neither a read nor a write");
        }
      },
      action);
}

BytesView RowOf(const Action& action) {
  return std::visit([](const auto& value) -> BytesView { return value.row(); }, action);
}

using Touched = catalog::Region::Touched;

Touched TouchOf(std::span<const Mutation> mutations) {
  const bool deletes = std::all_of(mutations.begin(), mutations.end(), [](const Mutation& each) {
    return each.type() == MutationType::kDelete;
  });
  return deletes ? Touched::kDeleted : Touched::kWritten;
}

Touched TouchOf(const Action& action) {
  if (std::holds_alternative<basalt::Get>(action)) return Touched::kRead;
  if (const auto* row = std::get_if<RowMutations>(&action)) return TouchOf(row->mutations());
  return std::holds_alternative<basalt::Delete>(action) ? Touched::kDeleted : Touched::kWritten;
}

}  // namespace

class EmbeddedTable::ScannerSource : public ResultScanner::Source {
 public:
  // `metrics` may be null.
  ScannerSource(std::unique_ptr<store::RowScanner> scanner,
                std::shared_ptr<const catalog::Catalog> catalog, TableName table,
                std::unique_ptr<LocalScanMetrics> metrics, CallOptions options)
      : catalog_(std::move(catalog)),
        table_(std::move(table)),
        scanner_(std::move(scanner)),
        metrics_(std::move(metrics)),
        options_(std::move(options)) {}
  Result<bool> Next(RowResult& row) override {
    std::optional<store::ReadMeter> meter;
    if (metrics_ != nullptr) meter.emplace();
    // A timeout begins anew with each row.
    const base::CallLimits call(options_);
    auto more = call.unlimited() ? scanner_->Next(row) : NextWithin(call, row);
    if (more.ok() && *more) Note(*catalog_, table_, row.row(), Touched::kRead);
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
  // A filter may let nothing through for long, so the limits are looked at in between.
  Result<bool> NextWithin(const base::CallLimits& call, RowResult& row) {
    constexpr std::chrono::milliseconds kStep(20);
    for (;;) {
      BASALT_RETURN_IF_ERROR(call.Check());
      store::StepLimits limits;
      limits.deadline = std::min(call.deadline(), std::chrono::steady_clock::now() + kStep);
      BASALT_ASSIGN_OR_RETURN(const auto step, scanner_->Next(row, limits));
      if (step != store::RowScanner::Step::kTimeUp) return step == store::RowScanner::Step::kRow;
    }
  }

  const std::shared_ptr<const catalog::Catalog> catalog_;
  const TableName table_;
  const std::unique_ptr<store::RowScanner> scanner_;
  const std::unique_ptr<LocalScanMetrics> metrics_;
  const CallOptions options_;
};

void EmbeddedTable::Note(const catalog::Catalog& catalog, const TableName& table, BytesView row,
                         Touched how) {
  using hotspot::KeyHeat;
  if (!KeyHeat::Due()) return;
  const auto region = catalog.RegionFor(table, row);
  if (!region.ok()) return;
  if (how == Touched::kRead) {
    (*region)->CountReads(KeyHeat::kEvery);
  } else {
    (*region)->CountWrites(KeyHeat::kEvery);
  }
  (*region)->Sample(row, how);
}

Result<std::shared_ptr<const store::CellTable>> EmbeddedTable::Cells() {
  const std::lock_guard lock(mutex_);
  if (entry_->dropped()) {
    BASALT_ASSIGN_OR_RETURN(entry_, catalog_->FindTable(name_));
  }
  return entry_->Cells();
}

Result<TableDescriptor> EmbeddedTable::GetDescriptor(const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->FindTable(name_));
  return entry->record().descriptor;
}

Result<RowResult> EmbeddedTable::Get(const basalt::Get& get, const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  Note(get.row(), Touched::kRead);
  return cells->Get(get);
}

Result<std::vector<RowResult>> EmbeddedTable::Get(std::span<const basalt::Get> gets,
                                                  const CallOptions& options) {
  const base::CallLimits limits(options);
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  std::vector<RowResult> results;
  results.reserve(gets.size());
  for (const basalt::Get& get : gets) {
    BASALT_RETURN_IF_ERROR(limits.Check());
    Note(get.row(), Touched::kRead);
    BASALT_ASSIGN_OR_RETURN(auto result, cells->Get(get));
    results.push_back(std::move(result));
  }
  return results;
}

Result<bool> EmbeddedTable::Exists(const basalt::Get& get, const CallOptions& options) {
  basalt::Get only_exists = get;
  only_exists.SetCheckExistenceOnly();
  BASALT_ASSIGN_OR_RETURN(const RowResult result, Get(only_exists, options));
  return result.exists();
}

Result<ResultScanner> EmbeddedTable::GetScanner(const Scan& scan, const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  std::unique_ptr<LocalScanMetrics> metrics;
  std::optional<store::ReadMeter> meter;
  if (scan.scan_metrics_enabled()) {
    BASALT_ASSIGN_OR_RETURN(const auto regions, catalog_->RegionsOf(name_));
    std::vector<model::RegionInfo> infos;
    for (const auto& region : regions) infos.push_back(region->info());
    metrics = std::make_unique<LocalScanMetrics>(scan, std::move(infos));
    meter.emplace();
  }
  BASALT_ASSIGN_OR_RETURN(auto scanner, cells->OpenScanner(scan));
  if (meter) metrics->Count(meter->Read());
  return ResultScanner(std::make_unique<ScannerSource>(std::move(scanner), catalog_, name_,
                                                       std::move(metrics), options));
}

Status EmbeddedTable::Put(const basalt::Put& put, const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  Note(put.row(), Touched::kWritten);
  return WriteOne(*cells, put).status();
}

Status EmbeddedTable::Put(std::span<const basalt::Put> puts, const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  for (const auto& each : puts) Note(each.row(), Touched::kWritten);
  return WriteAll(*cells, puts);
}

Status EmbeddedTable::Delete(const basalt::Delete& del, const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  Note(del.row(), Touched::kDeleted);
  return WriteOne(*cells, del).status();
}

Status EmbeddedTable::Delete(std::span<const basalt::Delete> deletes, const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  for (const auto& each : deletes) Note(each.row(), Touched::kDeleted);
  return WriteAll(*cells, deletes);
}

Result<RowResult> EmbeddedTable::Increment(const basalt::Increment& increment,
                                           const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  Note(increment.row(), Touched::kWritten);
  return WriteOne(*cells, increment);
}

Result<RowResult> EmbeddedTable::Append(const basalt::Append& append, const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  Note(append.row(), Touched::kWritten);
  return WriteOne(*cells, append);
}

Result<RowResult> EmbeddedTable::MutateRow(const RowMutations& mutations,
                                           const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  Note(mutations.row(), TouchOf(mutations.mutations()));
  return cells->MutateRow(mutations.row(), mutations.mutations());
}

Result<CheckAndMutateResult> EmbeddedTable::CheckAndMutate(const basalt::CheckAndMutate& check,
                                                           const CallOptions& options) {
  BASALT_RETURN_IF_ERROR(base::CallLimits(options).Check());
  BASALT_ASSIGN_OR_RETURN(const auto cells, Cells());
  Note(check.row(), TouchOf(check.mutations()));
  return cells->CheckAndMutate(check);
}

std::vector<Result<RowResult>> EmbeddedTable::Batch(std::span<const Action> actions,
                                                    const CallOptions& options) {
  std::vector<Result<RowResult>> outcomes;
  outcomes.reserve(actions.size());
  const base::CallLimits limits(options);
  for (const Action& action : actions) {
    if (Status ended = limits.Check(); !ended.ok()) {
      outcomes.emplace_back(std::move(ended));
      continue;
    }
    const auto cells = Cells();
    Note(RowOf(action), TouchOf(action));
    outcomes.push_back(cells.ok() ? Run(**cells, action) : Result<RowResult>(cells.status()));
  }
  return outcomes;
}

}  // namespace basalt::embedded
