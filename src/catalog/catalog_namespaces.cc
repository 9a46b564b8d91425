// The catalog's namespaces.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "catalog/catalog.h"
#include "catalog/record_keys.h"
#include "model/descriptor_codec.h"

namespace basalt::catalog {

Status Catalog::WriteNamespace(const NamespaceDescriptor& ns, std::string_view what,
                               Procedure* procedure) {
  store::CellBatch cells;
  BASALT_RETURN_IF_ERROR(
      MetaChange::PutNamespace(*namespace_table_, ns, store_->clock().NowMs(), cells));
  BASALT_RETURN_IF_ERROR(Commit({{NamespaceKey(ns.name), model::EncodeNamespaceDescriptor(ns)}},
                                std::move(cells), what, procedure));
  const std::unique_lock lock(mutex_);
  namespaces_[ns.name] = ns;
  return {};
}

Status Catalog::CreateNamespace(const NamespaceDescriptor& ns, Procedure* procedure) {
  BASALT_RETURN_IF_ERROR(ns.Validate());
  const std::lock_guard ddl(ddl_mutex_);
  if (GetNamespace(ns.name).ok()) {
    return {StatusCode::kNamespaceExists, fmt::format("Namespace {} already exists", ns.name)};
  }
  return WriteNamespace(ns, "create_namespace", procedure);
}

Status Catalog::ModifyNamespace(const NamespaceDescriptor& ns, Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_RETURN_IF_ERROR(GetNamespace(ns.name).status());
  return WriteNamespace(ns, "modify_namespace", procedure);
}

Status Catalog::DeleteNamespace(std::string_view name, Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  {
    const std::shared_lock lock(mutex_);
    if (!namespaces_.contains(name)) {
      return {StatusCode::kNamespaceNotFound, std::string(name)};
    }
    if (name == kDefaultNamespace || name == model::kSystemNamespace) {
      return {StatusCode::kConstraint,
              fmt::format("Reserved namespace {} cannot be removed.", name)};
    }
    const auto tables = std::count_if(tables_.begin(), tables_.end(),
                                      [&](const auto& table) { return table.first.ns() == name; });
    if (tables > 0) {
      return {StatusCode::kConstraint,
              fmt::format("Only empty namespaces can be removed. Namespace {} has {} tables", name,
                          tables)};
    }
  }
  store::CellBatch cells;
  BASALT_RETURN_IF_ERROR(cells.EraseRow(*namespace_table_, name));
  BASALT_RETURN_IF_ERROR(Commit({{NamespaceKey(name), std::nullopt}}, std::move(cells),
                                "delete_namespace", procedure));
  const std::unique_lock lock(mutex_);
  namespaces_.erase(namespaces_.find(name));
  return {};
}

Result<NamespaceDescriptor> Catalog::GetNamespace(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  const auto found = namespaces_.find(name);
  if (found == namespaces_.end()) {
    return Status(StatusCode::kNamespaceNotFound, std::string(name));
  }
  return found->second;
}

std::vector<NamespaceDescriptor> Catalog::ListNamespaces() const {
  const std::shared_lock lock(mutex_);
  std::vector<NamespaceDescriptor> namespaces;
  for (const auto& [name, ns] : namespaces_) namespaces.push_back(ns);
  return namespaces;
}

}  // namespace basalt::catalog
