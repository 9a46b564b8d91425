#include "client/action_bytes.h"

#include <type_traits>

namespace basalt::client {
namespace {

size_t CellBytes(const Mutation& mutation) {
  size_t bytes = 0;
  for (const MutationCell& cell : mutation.cells()) {
    bytes += mutation.row().size() + cell.family.size() + cell.qualifier.size() +
             cell.value.size() + cell.tags.size() + 24;
  }
  return bytes;
}

}  // namespace

size_t ActionBytes(const Action& action) {
  return std::visit(
      [](const auto& value) -> size_t {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, Get>) {
          return value.row().size();
        } else if constexpr (std::is_same_v<T, RowMutations>) {
          size_t bytes = 0;
          for (const Mutation& mutation : value.mutations()) bytes += CellBytes(mutation);
          return bytes;
        } else {
          return CellBytes(static_cast<const Mutation&>(value));
        }
      },
      action);
}

}  // namespace basalt::client
