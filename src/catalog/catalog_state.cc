#include "catalog/catalog_state.h"

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include <fmt/format.h>

#include "base/failpoint.h"
#include "catalog/record_keys.h"

namespace basalt::catalog {

Result<std::shared_ptr<TableEntry>> CatalogState::FindTable(const TableName& name) const {
  const std::shared_lock lock(mutex_);
  const auto found = tables_.find(name);
  if (found == tables_.end()) return Status(StatusCode::kTableNotFound, name.ToString());
  return found->second;
}

std::vector<std::shared_ptr<TableEntry>> CatalogState::AllTables() const {
  const std::shared_lock lock(mutex_);
  std::vector<std::shared_ptr<TableEntry>> tables;
  tables.reserve(tables_.size());
  for (const auto& [name, entry] : tables_) tables.push_back(entry);
  return tables;
}

std::vector<TableName> CatalogState::TableNames() const {
  const std::shared_lock lock(mutex_);
  std::vector<TableName> names;
  names.reserve(tables_.size());
  for (const auto& [name, entry] : tables_) names.push_back(name);
  return names;
}

Result<NamespaceDescriptor> CatalogState::FindNamespace(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  const auto found = namespaces_.find(name);
  if (found == namespaces_.end()) {
    return Status(StatusCode::kNamespaceNotFound, std::string(name));
  }
  return found->second;
}

std::vector<NamespaceDescriptor> CatalogState::AllNamespaces() const {
  const std::shared_lock lock(mutex_);
  std::vector<NamespaceDescriptor> namespaces;
  for (const auto& [name, ns] : namespaces_) namespaces.push_back(ns);
  return namespaces;
}

void CatalogState::SetSystemTables(std::shared_ptr<const store::CellTable> meta,
                                   std::shared_ptr<const store::CellTable> namespaces) {
  meta_ = std::move(meta);
  namespace_table_ = std::move(namespaces);
}

Status CatalogState::Commit(Records records, store::CellBatch cells, std::string_view what,
                            Procedure* procedure) {
  base::Failpoint(fmt::format("{}.prepared", what));
  if (procedure != nullptr) records.push_back(procedure->TookEffect());
  BASALT_RETURN_IF_ERROR(store_->WriteRecords(records, std::move(cells)));
  base::Failpoint(fmt::format("{}.committed", what));
  return {};
}

CatalogState::Records CatalogState::RecordsOf(const TableRecord& record) const {
  Records records = {{TableKey(record.descriptor.name()), record.Encode()},
                     {Bytes(kNextIdKey), EncodeNumber(next_id_)}};
  // From here on they are the table's.
  for (const auto& [family, label] : record.labels) {
    records.emplace_back(FamilyKey(label), std::nullopt);
  }
  return records;
}

int64_t CatalogState::NewRegionId() {
  last_region_id_ = std::max(store_->clock().NowMs(), last_region_id_ + 1);
  return last_region_id_;
}

void CatalogState::PutTable(const std::shared_ptr<TableEntry>& entry) {
  const TableName name = entry->record().descriptor.name();
  const std::unique_lock lock(mutex_);
  tables_.emplace(name, entry);
}

void CatalogState::EraseTable(const TableName& name) {
  const std::unique_lock lock(mutex_);
  tables_.erase(name);
}

void CatalogState::PutNamespace(const NamespaceDescriptor& ns) {
  const std::unique_lock lock(mutex_);
  namespaces_[ns.name] = ns;
}

void CatalogState::EraseNamespace(std::string_view name) {
  const std::unique_lock lock(mutex_);
  namespaces_.erase(namespaces_.find(name));
}

}  // namespace basalt::catalog
