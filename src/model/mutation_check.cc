#include "model/mutation_check.h"

#include <algorithm>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

namespace basalt::model {

Status CheckRow(BytesView row) {
  if (row.empty()) return {StatusCode::kInvalidArgument, "Row length is 0"};
  if (row.size() > kMaxRowLength) {
    return {StatusCode::kInvalidArgument,
            fmt::format("Row length {} is > {}", row.size(), kMaxRowLength)};
  }
  return {};
}

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

bool NeedsRead(const Mutation& mutation) {
  if (mutation.type() == MutationType::kPut) return false;
  if (mutation.type() != MutationType::kDelete) return true;
  return std::ranges::any_of(mutation.cells(), [](const MutationCell& cell) {
    return cell.type == CellType::kDelete && cell.timestamp == kLatestTimestamp;
  });
}

Status CheckWrite(const Mutation& mutation) {
  BASALT_RETURN_IF_ERROR(CheckRow(mutation.row()));
  BASALT_RETURN_IF_ERROR(CheckHasColumns(mutation));
  int64_t lowest = mutation.timestamp();
  for (const MutationCell& cell : mutation.cells()) {
    lowest = std::min(lowest, cell.timestamp);
    if (cell.family.size() > kMaxFamilyLength) {
      return {StatusCode::kInvalidArgument,
              fmt::format("Family length {} is > {}", cell.family.size(), kMaxFamilyLength)};
    }
  }
  return CheckTimestamp(lowest);
}

Status CheckWrites(BytesView row, std::span<const Mutation> mutations) {
  BASALT_RETURN_IF_ERROR(CheckRow(row));
  for (const Mutation& mutation : mutations) {
    if (mutation.row() != row) return {StatusCode::kDoNotRetry, "Action's getRow must match"};
    BASALT_RETURN_IF_ERROR(CheckWrite(mutation));
  }
  return {};
}

Status CheckAction(const Action& action) {
  return std::visit(
      [](const auto& value) -> Status {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, Get>) {
          return CheckRow(value.row());
        } else if constexpr (std::is_same_v<T, RowMutations>) {
          return CheckWrites(value.row(), value.mutations());
        } else {
          return CheckWrite(value);
        }
      },
      action);
}

}  // namespace basalt::model
