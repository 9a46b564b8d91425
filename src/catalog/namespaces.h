// Namespaces: the catalog's namespaces: which exist, and their changes. Each change is one step on
// disk; given a procedure, its success is written in the same step. Errors are HBase's. Thread
// safe.
#pragma once

#include <string_view>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/catalog_state.h"

namespace basalt::catalog {

class Namespaces {
 public:
  explicit Namespaces(CatalogState& state) : state_(state) {}

  Result<NamespaceDescriptor> Get(std::string_view name) const {
    return state_.FindNamespace(name);
  }
  std::vector<NamespaceDescriptor> List() const { return state_.AllNamespaces(); }

  Status Create(const NamespaceDescriptor& ns, Procedure* procedure = nullptr);
  Status Modify(const NamespaceDescriptor& ns, Procedure* procedure = nullptr);
  // Whether the limits of tables and regions in their configurations are enforced; they are not at
  // first.
  void EnforceLimits(bool on) { state_.set_namespace_limits_enforced(on); }
  // Of a namespace without tables.
  Status Delete(std::string_view name, Procedure* procedure = nullptr);

 private:
  // REQUIRES: the caller holds the DDL lock.
  Status Write(const NamespaceDescriptor& ns, std::string_view what, Procedure* procedure);

  CatalogState& state_;
};

}  // namespace basalt::catalog
