#include "catalog/table_access.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

namespace basalt::catalog {
namespace {

// What HBase calls the operation in messages.
std::string_view OperationOf(std::span<const Mutation> mutations) {
  if (mutations.size() == 1 && mutations[0].type() == MutationType::kIncrement) return "increment";
  if (mutations.size() == 1 && mutations[0].type() == MutationType::kAppend) return "append";
  return "doMiniBatchMutation";
}

bool IsPutOrDelete(const Mutation& mutation) {
  return mutation.type() == MutationType::kPut || mutation.type() == MutationType::kDelete;
}

}  // namespace

Result<TableAccess> TableAccess::OfRegion(const Catalog& catalog, BytesView region_name,
                                          base::CallBudget* budget) {
  BASALT_ASSIGN_OR_RETURN(auto region, catalog.regions().Find(region_name));
  auto cells = region->table()->Cells();
  if (!cells.ok()) {
    return Status(StatusCode::kNotServingRegion,
                  ToStringBinary(region->name()) + " is not online on");
  }
  return TableAccess(std::move(cells).value(), std::move(region), nullptr, budget);
}

Result<TableAccess> TableAccess::OfTable(const TableEntry& entry,
                                         std::shared_ptr<const TableRegions> regions,
                                         base::CallBudget* budget) {
  BASALT_ASSIGN_OR_RETURN(auto cells, entry.Cells());
  return TableAccess(std::move(cells), nullptr, std::move(regions), budget);
}

TableAccess::TableAccess(std::shared_ptr<const store::CellTable> cells, RegionPtr region,
                         std::shared_ptr<const TableRegions> regions, base::CallBudget* budget)
    : cells_(std::move(cells)),
      region_(std::move(region)),
      regions_(std::move(regions)),
      budget_(budget) {
  if (regions_ != nullptr) list_ = regions_->list();
}

Result<RowResult> TableAccess::Get(const basalt::Get& get) const {
  BASALT_ASSIGN_OR_RETURN(RowResult result, GetUncounted(get));
  CountRead(get.row(), result.byte_size());
  return result;
}

Result<RowResult> TableAccess::GetUncounted(const basalt::Get& get) const {
  BASALT_RETURN_IF_ERROR(CheckRow(get.row(), "Get"));
  return Explain(cells_->Get(get, budget_));
}

Result<std::vector<RowResult>> TableAccess::Get(std::span<const basalt::Get> gets) const {
  std::vector<RowResult> results;
  results.reserve(gets.size());
  for (const basalt::Get& get : gets) {
    BASALT_RETURN_IF_ERROR(CheckBudget());
    BASALT_ASSIGN_OR_RETURN(auto result, Get(get));
    results.push_back(std::move(result));
  }
  return results;
}

Result<bool> TableAccess::Exists(basalt::Get get) const {
  get.SetCheckExistenceOnly();
  BASALT_ASSIGN_OR_RETURN(const RowResult result, Get(get));
  return result.exists();
}

Result<std::unique_ptr<TableScanner>> TableAccess::OpenScanner(Scan scan) const {
  if (region_ != nullptr) Clip(scan);
  BASALT_ASSIGN_OR_RETURN(auto rows, Explain(cells_->OpenScanner(scan)));
  return std::make_unique<TableScanner>(std::move(rows), region_, regions_);
}

Status TableAccess::Write(const Mutation& mutation) const {
  BASALT_RETURN_IF_ERROR(CheckWrittenRow(mutation.row()));
  auto outcome = cells_->MutateRow(mutation.row(), {&mutation, 1}, nullptr, budget_);
  RecordWrite(mutation);
  return Explain(outcome.status());
}

Status TableAccess::WriteAll(std::span<const Mutation* const> mutations) const {
  for (const Mutation* mutation : mutations) {
    BASALT_RETURN_IF_ERROR(CheckWrittenRow(mutation->row()));
  }
  return WriteInReach(mutations);
}

Status TableAccess::WriteInReach(std::span<const Mutation* const> mutations) const {
  Status outcome = cells_->MutateRows(mutations, budget_);
  for (const Mutation* mutation : mutations) RecordWrite(*mutation);
  return Explain(std::move(outcome));
}

std::vector<Status> TableAccess::WriteEach(std::span<const Mutation* const> mutations) const {
  std::vector<Status> outcomes(mutations.size());
  std::vector<const Mutation*> in_reach;
  in_reach.reserve(mutations.size());
  for (size_t i = 0; i < mutations.size(); ++i) {
    outcomes[i] = CheckWrittenRow(mutations[i]->row());
    if (outcomes[i].ok()) in_reach.push_back(mutations[i]);
  }
  std::vector<Status> written = cells_->MutateEach(in_reach, budget_);
  for (const Mutation* mutation : in_reach) RecordWrite(*mutation);
  auto next = written.begin();
  for (Status& outcome : outcomes) {
    if (outcome.ok()) outcome = Explain(std::move(*next++));
  }
  return outcomes;
}

Result<RowResult> TableAccess::MutateRow(BytesView row, std::span<const Mutation> mutations,
                                         const store::Store::RecordChange* record) const {
  BASALT_RETURN_IF_ERROR(CheckRow(row, OperationOf(mutations)));
  auto outcome = cells_->MutateRow(row, mutations, record, budget_);
  for (const Mutation& mutation : mutations) RecordWrite(mutation);
  return Explain(std::move(outcome));
}

Result<RowResult> TableAccess::MutateTogether(std::span<const Mutation> mutations) const {
  const Bytes& row = mutations.front().row();
  const bool one_row = std::all_of(mutations.begin(), mutations.end(),
                                   [&](const Mutation& each) { return each.row() == row; });
  if (one_row) return MutateRow(row, mutations);
  std::vector<const Mutation*> pointers;
  pointers.reserve(mutations.size());
  for (const Mutation& mutation : mutations) {
    BASALT_RETURN_IF_ERROR(CheckRow(mutation.row(), OperationOf(mutations)));
    if (!IsPutOrDelete(mutation)) {
      return Status(StatusCode::kDoNotRetry,
                    "Only puts and deletes of several rows can be one step");
    }
    pointers.push_back(&mutation);
  }
  BASALT_RETURN_IF_ERROR(WriteInReach(pointers));
  return RowResult();
}

Result<CheckAndMutateResult> TableAccess::CheckAndMutate(
    const basalt::CheckAndMutate& check) const {
  BASALT_RETURN_IF_ERROR(CheckRow(check.row(), "checkAndMutate"));
  auto outcome = cells_->CheckAndMutate(check, budget_);
  for (const Mutation& mutation : check.mutations()) RecordWrite(mutation);
  return Explain(std::move(outcome));
}

Result<std::unique_ptr<store::BulkChunk>> TableAccess::NewBulkChunk() const {
  BASALT_RETURN_IF_ERROR(store::BulkChunk::CheckSupported(*cells_));
  return std::make_unique<store::BulkChunk>(cells_);
}

Status TableAccess::AddTo(store::BulkChunk& chunk, const Mutation& mutation) const {
  Status outcome = chunk.Add(mutation);
  RecordWrite(mutation);
  return outcome;
}

Status TableAccess::Ingest(store::BulkChunk& chunk) const { return chunk.Ingest(*cells_); }

std::vector<Result<RowResult>> TableAccess::Batch(std::span<const Action> actions) const {
  std::vector<Result<RowResult>> outcomes;
  outcomes.reserve(actions.size());
  for (const Action& action : actions) {
    Status ended = CheckBudget();
    outcomes.push_back(ended.ok() ? Run(action) : Result<RowResult>(std::move(ended)));
  }
  return outcomes;
}

Result<RowResult> TableAccess::Run(const Action& action) const {
  return std::visit(
      [this](const auto& value) -> Result<RowResult> {
        using Kind = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Kind, basalt::Get>) {
          return Get(value);
        } else if constexpr (std::is_same_v<Kind, RowMutations>) {
          return MutateRow(value.row(), value.mutations());
        } else {
          return Mutate(value);
        }
      },
      action);
}

bool TableAccess::Contains(BytesView row) const {
  // Meta is one region, and its rows have an order of their own.
  return region_ == nullptr || region_->info().is_meta() || region_->info().Contains(row);
}

std::string TableAccess::OutOfRange(BytesView row, std::string_view operation) const {
  const model::RegionInfo& info = region_->info();
  return fmt::format(
      "Requested row out of range for {} on HRegion {}, startKey='{}', getEndKey()='{}', row='{}'",
      operation, ToStringBinary(region_->name()), ToStringBinary(info.start_key),
      ToStringBinary(info.end_key), ToStringBinary(row));
}

Status TableAccess::CheckRow(BytesView row, std::string_view operation) const {
  if (Contains(row)) return {};
  return {StatusCode::kWrongRegion, OutOfRange(row, operation)};
}

Status TableAccess::CheckWrittenRow(BytesView row) const {
  if (Contains(row)) return {};
  return {StatusCode::kFailedSanityCheck, OutOfRange(row, "doMiniBatchMutation")};
}

void TableAccess::Clip(Scan& scan) const {
  const model::RegionInfo& info = region_->info();
  if (info.is_meta()) return;
  // The scan's lower and upper ends, whichever way it runs.
  const Bytes& lower = scan.reversed() ? scan.stop_row() : scan.start_row();
  const Bytes& upper = scan.reversed() ? scan.start_row() : scan.stop_row();
  const bool clip_lower = !info.start_key.empty() && lower < info.start_key;
  const bool clip_upper = !info.end_key.empty() && (upper.empty() || upper >= info.end_key);
  if (clip_lower && scan.reversed()) scan.WithStopRow(info.start_key, true);
  if (clip_lower && !scan.reversed()) scan.WithStartRow(info.start_key, true);
  if (clip_upper && scan.reversed()) scan.WithStartRow(info.end_key, false);
  if (clip_upper && !scan.reversed()) scan.WithStopRow(info.end_key, false);
}

void TableAccess::CountRead(BytesView row, size_t bytes) const {
  if (const RegionPtr& region = RegionOf(row)) region->RecordRead(row, bytes);
}

void TableAccess::RecordWrite(const Mutation& mutation) const {
  if (given_up()) return;
  if (const RegionPtr& region = RegionOf(mutation.row())) region->RecordWrite(mutation);
}

Status TableAccess::Explain(Status status) const {
  if (region_ == nullptr || status.code() != StatusCode::kNoSuchColumnFamily) return status;
  const std::string& message = status.message();
  constexpr std::string_view kBeforeRegion = " does not exist in region ";
  const size_t at = message.find(kBeforeRegion);
  if (at == std::string::npos) return status;
  TableDescriptor table(descriptor().name());
  for (const auto& [key, value] : descriptor().attributes()) table.SetAttribute(key, value);
  std::string text = table.ToString();
  for (const FamilyDescriptor& family : descriptor().families()) {
    text += ", " + family.ToFullString();
  }
  return {StatusCode::kNoSuchColumnFamily,
          fmt::format("{}{}{} in table {}", message.substr(0, at), kBeforeRegion,
                      ToStringBinary(region_->name()), text)};
}

}  // namespace basalt::catalog
