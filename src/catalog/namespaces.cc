#include "catalog/namespaces.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "catalog/namespace_limits.h"
#include "catalog/record_keys.h"
#include "model/descriptor_codec.h"

namespace basalt::catalog {

Status Namespaces::Write(const NamespaceDescriptor& ns, std::string_view what,
                         Procedure* procedure) {
  store::CellBatch cells;
  BASALT_RETURN_IF_ERROR(MetaChange::PutNamespace(*state_.namespace_table(), ns,
                                                  state_.store()->clock().NowMs(), cells));
  BASALT_RETURN_IF_ERROR(
      state_.Commit({{NamespaceKey(ns.name), model::EncodeNamespaceDescriptor(ns)}},
                    std::move(cells), what, procedure));
  state_.PutNamespace(ns);
  return {};
}

Status Namespaces::Create(const NamespaceDescriptor& ns, Procedure* procedure) {
  BASALT_RETURN_IF_ERROR(ns.Validate());
  const auto ddl = state_.LockDdl();
  if (Get(ns.name).ok()) {
    return {StatusCode::kNamespaceExists, fmt::format("Namespace {} already exists", ns.name)};
  }
  BASALT_RETURN_IF_ERROR(CheckNamespaceLimits(ns));
  return Write(ns, "create_namespace", procedure);
}

Status Namespaces::Modify(const NamespaceDescriptor& ns, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_RETURN_IF_ERROR(Get(ns.name).status());
  BASALT_RETURN_IF_ERROR(CheckNamespaceLimits(ns));
  return Write(ns, "modify_namespace", procedure);
}

Status Namespaces::Delete(std::string_view name, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_RETURN_IF_ERROR(Get(name).status());
  if (name == kDefaultNamespace || name == model::kSystemNamespace) {
    return {StatusCode::kConstraint, fmt::format("Reserved namespace {} cannot be removed.", name)};
  }
  const auto tables = state_.AllTables();
  const auto count = std::count_if(tables.begin(), tables.end(), [&](const auto& table) {
    return table->CellsInAnyState()->descriptor().name().ns() == name;
  });
  if (count > 0) {
    return {StatusCode::kConstraint,
            fmt::format("Only empty namespaces can be removed. Namespace {} has {} tables", name,
                        count)};
  }
  store::CellBatch cells;
  BASALT_RETURN_IF_ERROR(cells.EraseRow(*state_.namespace_table(), name));
  BASALT_RETURN_IF_ERROR(state_.Commit({{NamespaceKey(name), std::nullopt}}, std::move(cells),
                                       "delete_namespace", procedure));
  state_.EraseNamespace(name);
  return {};
}

}  // namespace basalt::catalog
