#include "client/remote/write_checks.h"

#include <fmt/format.h>

#include "store/mutation_check.h"

namespace basalt::client {

Status CheckWrite(const Mutation& mutation) {
  BASALT_RETURN_IF_ERROR(store::CheckRow(mutation.row()));
  BASALT_RETURN_IF_ERROR(store::CheckHasColumns(mutation));
  int64_t lowest = mutation.timestamp();
  for (const MutationCell& cell : mutation.cells()) {
    lowest = std::min(lowest, cell.timestamp);
    if (cell.family.size() > kMaxFamilyLength) {
      return {StatusCode::kInvalidArgument,
              fmt::format("Family length {} is > {}", cell.family.size(), kMaxFamilyLength)};
    }
  }
  return store::CheckTimestamp(lowest);
}

Status CheckWrites(BytesView row, const std::vector<Mutation>& mutations) {
  BASALT_RETURN_IF_ERROR(store::CheckRow(row));
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
          return store::CheckRow(value.row());
        } else if constexpr (std::is_same_v<T, RowMutations>) {
          return CheckWrites(value.row(), value.mutations());
        } else {
          return CheckWrite(value);
        }
      },
      action);
}

}  // namespace basalt::client
