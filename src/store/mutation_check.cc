#include "store/mutation_check.h"

#include <fmt/format.h>

#include "model/mutation_check.h"
#include "store/cell_table.h"

namespace basalt::store {
namespace {

CellView ViewOf(const Mutation& mutation, const MutationCell& cell) {
  return {mutation.row(), cell.family, cell.qualifier, cell.timestamp,
          cell.type,      cell.value,  cell.tags};
}

}  // namespace

Status CheckCellSize(const CellTable& table, const CellView& cell) {
  const int64_t limit = table.max_cell_bytes();
  if (limit <= 0) return {};
  const auto size = static_cast<int64_t>(SerializedCellSize(cell));
  if (size <= limit) return {};
  return {StatusCode::kDoNotRetry, fmt::format("Cell[{}] with size {} exceeds limit of {} bytes",
                                               ToString(cell), size, limit)};
}

Status CheckMutation(const CellTable& table, const Mutation& mutation) {
  BASALT_RETURN_IF_ERROR(model::CheckRow(mutation.row()));
  if (table.read_only()) {
    return {StatusCode::kDoNotRetry, "region is read only"};
  }
  BASALT_RETURN_IF_ERROR(model::CheckTimestamp(mutation.timestamp()));
  BASALT_RETURN_IF_ERROR(model::CheckHasColumns(mutation));
  // A put may carry markers and a delete may carry puts, as in HBase.
  const FamilyView* family = nullptr;
  for (const MutationCell& cell : mutation.cells()) {
    BASALT_RETURN_IF_ERROR(model::CheckTimestamp(cell.timestamp));
    if (family == nullptr || family->name != cell.family) {
      family = table.FindFamily(cell.family);
      if (family == nullptr) return table.NoSuchFamily(cell.family);
    }
    if (!IsDeleteMarker(cell.type))
      BASALT_RETURN_IF_ERROR(CheckCellSize(table, ViewOf(mutation, cell)));
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

Durability EffectiveDurability(const CellTable& table, const Mutation& mutation) {
  Durability durability = mutation.durability();
  if (durability == Durability::kUseDefault) durability = table.durability();
  return durability == Durability::kUseDefault ? Durability::kSyncWal : durability;
}

}  // namespace basalt::store
