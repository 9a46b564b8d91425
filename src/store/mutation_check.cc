#include "store/mutation_check.h"

#include <fmt/format.h>

#include "store/cell_table.h"

namespace basalt::store {
namespace {

CellView ViewOf(const Mutation& mutation, const MutationCell& cell) {
  return {mutation.row(), cell.family, cell.qualifier, cell.timestamp,
          cell.type,      cell.value,  cell.tags};
}

}  // namespace

Status CheckHasColumns(const Mutation& mutation) {
  if (!mutation.cells().empty() || mutation.type() == MutationType::kDelete) return {};
  if (mutation.type() == MutationType::kPut) {
    return {StatusCode::kInvalidArgument, "No columns to insert"};
  }
  return {StatusCode::kInvalidArgument,
          fmt::format("Invalid arguments to {}, zero columns specified",
                      mutation.type() == MutationType::kIncrement ? "increment" : "append")};
}

Status CheckTimestamp(int64_t timestamp) {
  if (timestamp >= 0) return {};
  return {StatusCode::kInvalidArgument,
          fmt::format("Timestamp cannot be negative. ts={}", timestamp)};
}

Status CheckRow(BytesView row) {
  if (row.empty()) return {StatusCode::kInvalidArgument, "Row length is 0"};
  if (row.size() > kMaxRowLength) {
    return {StatusCode::kInvalidArgument,
            fmt::format("Row length {} is > {}", row.size(), kMaxRowLength)};
  }
  return {};
}

Status CheckCellSize(const CellTable& table, const CellView& cell) {
  const int64_t limit = table.max_cell_bytes();
  if (limit <= 0) return {};
  const auto size = static_cast<int64_t>(SerializedCellSize(cell));
  if (size <= limit) return {};
  return {StatusCode::kDoNotRetry, fmt::format("Cell[{}] with size {} exceeds limit of {} bytes",
                                               ToString(cell), size, limit)};
}

Status CheckMutation(const CellTable& table, const Mutation& mutation) {
  BASALT_RETURN_IF_ERROR(CheckRow(mutation.row()));
  if (table.read_only()) {
    return {StatusCode::kDoNotRetry, "region is read only"};
  }
  BASALT_RETURN_IF_ERROR(CheckTimestamp(mutation.timestamp()));
  BASALT_RETURN_IF_ERROR(CheckHasColumns(mutation));
  const bool is_delete = mutation.type() == MutationType::kDelete;
  const FamilyView* family = nullptr;
  for (const MutationCell& cell : mutation.cells()) {
    BASALT_RETURN_IF_ERROR(CheckTimestamp(cell.timestamp));
    if (IsDeleteMarker(cell.type) != is_delete) {
      return {StatusCode::kDoNotRetry,
              fmt::format("A cell of type {} does not belong into this mutation",
                          CellTypeName(cell.type))};
    }
    if (family == nullptr || family->name != cell.family) {
      family = table.FindFamily(cell.family);
      if (family == nullptr) return table.NoSuchFamily(cell.family);
    }
    if (!is_delete) BASALT_RETURN_IF_ERROR(CheckCellSize(table, ViewOf(mutation, cell)));
  }
  return {};
}

Status CheckRowMutations(const CellTable& table, BytesView row,
                         std::span<const Mutation> mutations) {
  for (const Mutation& mutation : mutations) {
    if (mutation.row() != row) {
      return {StatusCode::kDoNotRetry, "Action's getRow must match"};
    }
    BASALT_RETURN_IF_ERROR(CheckMutation(table, mutation));
  }
  return {};
}

bool NeedsRead(const Mutation& mutation) {
  if (mutation.type() == MutationType::kPut) return false;
  if (mutation.type() != MutationType::kDelete) return true;
  for (const MutationCell& cell : mutation.cells()) {
    if (cell.type == CellType::kDelete && cell.timestamp == kLatestTimestamp) return true;
  }
  return false;
}

Durability EffectiveDurability(const CellTable& table, const Mutation& mutation) {
  Durability durability = mutation.durability();
  if (durability == Durability::kUseDefault) durability = table.durability();
  return durability == Durability::kUseDefault ? Durability::kSyncWal : durability;
}

}  // namespace basalt::store
