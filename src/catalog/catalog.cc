#include "catalog/catalog.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/varint.h"
#include "model/descriptor_codec.h"

namespace basalt::catalog {
namespace {

constexpr std::string_view kTablePrefix = "table/";
constexpr std::string_view kNamespacePrefix = "namespace/";
constexpr std::string_view kNextIdKey = "next_id";
constexpr std::string_view kDefaultNamespace = "default";
constexpr std::string_view kSystemNamespace = "hbase";

Bytes TableKey(const TableName& name) { return fmt::format("{}{}", kTablePrefix, name.ToString()); }

Bytes NamespaceKey(std::string_view name) { return fmt::format("{}{}", kNamespacePrefix, name); }

Bytes EncodeNumber(uint64_t number) {
  Bytes out;
  base::AppendVarint(out, number);
  return out;
}

Status CheckSplits(std::vector<Bytes>& splits) {
  std::sort(splits.begin(), splits.end());
  if (!splits.empty() && splits.front().empty()) {
    return {StatusCode::kInvalidArgument, "Empty split key must not be passed in the split keys."};
  }
  const auto twin = std::adjacent_find(splits.begin(), splits.end());
  if (twin != splits.end()) {
    return {StatusCode::kInvalidArgument,
            fmt::format("All split keys must be unique, found duplicate: {}, {}",
                        ToStringBinary(*twin), ToStringBinary(*twin))};
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Catalog>> Catalog::Open(std::shared_ptr<store::Store> store,
                                               GuardFactory guards) {
  std::unique_ptr<Catalog> catalog(new Catalog(std::move(store), std::move(guards)));
  BASALT_RETURN_IF_ERROR(catalog->Load());
  BASALT_RETURN_IF_ERROR(catalog->DropOrphans());
  return catalog;
}

Status Catalog::Load() {
  for (const std::string_view name : {kDefaultNamespace, kSystemNamespace}) {
    namespaces_[std::string(name)] = NamespaceDescriptor{std::string(name), {}};
  }
  BASALT_ASSIGN_OR_RETURN(const auto next_id, store_->GetRecord(kNextIdKey));
  if (next_id) {
    BytesView rest = *next_id;
    if (!base::TakeVarint(rest, next_id_)) {
      return {StatusCode::kCorruption, "the catalog's id counter is damaged"};
    }
  }
  BASALT_RETURN_IF_ERROR(
      store_->ForEachRecord(kNamespacePrefix, [this](BytesView, BytesView value) -> Status {
        BASALT_ASSIGN_OR_RETURN(auto ns, model::DecodeNamespaceDescriptor(value));
        const std::string name = ns.name;
        namespaces_[name] = std::move(ns);
        return {};
      }));
  return store_->ForEachRecord(kTablePrefix, [this](BytesView, BytesView value) -> Status {
    BASALT_ASSIGN_OR_RETURN(auto record, TableRecord::Decode(value));
    for (const FamilyDescriptor& family : record.descriptor.families()) {
      const auto handle = store_->FindFamily(record.labels[family.name()]);
      if (handle == nullptr) {
        return {StatusCode::kCorruption,
                fmt::format("table {} has no stored family '{}'",
                            record.descriptor.name().ToString(), ToStringBinary(family.name()))};
      }
      BASALT_RETURN_IF_ERROR(store_->ConfigureFamily(*handle, family));
    }
    BASALT_ASSIGN_OR_RETURN(auto guard, MakeGuard(record.descriptor, &record.descriptor));
    auto cells = MakeCells(record, std::move(guard));
    const TableName name = record.descriptor.name();
    tables_.emplace(name, std::make_shared<TableEntry>(std::move(record), std::move(cells)));
    return {};
  });
}

Status Catalog::DropOrphans() {
  std::set<std::string> used;
  for (const auto& [name, entry] : tables_) {
    for (const auto& [family, label] : entry->record().labels) used.insert(label);
  }
  for (const std::string& label : store_->FamilyLabels()) {
    if (!used.contains(label)) BASALT_RETURN_IF_ERROR(store_->DropFamily(label));
  }
  return {};
}

Result<std::shared_ptr<TableEntry>> Catalog::FindTable(const TableName& name) const {
  const std::shared_lock lock(mutex_);
  const auto found = tables_.find(name);
  if (found == tables_.end()) return Status(StatusCode::kTableNotFound, name.ToString());
  return found->second;
}

std::vector<TableRecord> Catalog::ListTables() const {
  const std::shared_lock lock(mutex_);
  std::vector<TableRecord> records;
  for (const auto& [name, entry] : tables_) records.push_back(entry->record());
  return records;
}

Result<std::shared_ptr<TableEntry>> Catalog::FindDisabled(const TableName& name) const {
  BASALT_ASSIGN_OR_RETURN(auto entry, FindTable(name));
  if (entry->record().enabled) return Status(StatusCode::kTableNotDisabled, name.ToString());
  return entry;
}

Result<std::shared_ptr<const store::WriteGuard>> Catalog::MakeGuard(
    const TableDescriptor& table, const TableDescriptor* before) const {
  if (guards_ == nullptr) return std::shared_ptr<const store::WriteGuard>();
  return guards_(table, before, *this);
}

std::shared_ptr<const store::CellTable> Catalog::MakeCells(
    const TableRecord& record, std::shared_ptr<const store::WriteGuard> guard) const {
  std::vector<std::shared_ptr<store::Family>> families;
  for (const FamilyDescriptor& family : record.descriptor.families()) {
    families.push_back(store_->FindFamily(record.labels.at(family.name())));
  }
  return std::make_shared<store::CellTable>(store_, record.id, record.descriptor,
                                            std::move(families), std::move(guard));
}

Status Catalog::CreateMissingFamilies(TableRecord& record) {
  for (const FamilyDescriptor& family : record.descriptor.families()) {
    if (record.labels.contains(family.name())) continue;
    // Never the label of an earlier family of that name: its data may still be on its way out.
    const std::string label = fmt::format("{}.{}", record.id, next_id_++);
    BASALT_ASSIGN_OR_RETURN(const auto created, store_->CreateFamily(label, family));
    record.labels[family.name()] = created->label();
  }
  return {};
}

void Catalog::DropUnused(const std::map<Bytes, std::string>& old_labels,
                         const TableRecord& record) {
  for (const auto& [family, label] : old_labels) {
    const auto kept = record.labels.find(family);
    if (kept != record.labels.end() && kept->second == label) continue;
    if (!store_->DropFamily(label).ok()) continue;  // an orphan now; the next open tries again
  }
}

Status Catalog::Commit(const TableRecord& record) {
  return store_->WriteRecords({{TableKey(record.descriptor.name()), record.Encode()},
                               {Bytes(kNextIdKey), EncodeNumber(next_id_)}});
}

Status Catalog::CreateTable(const TableDescriptor& table, std::vector<Bytes> splits) {
  BASALT_RETURN_IF_ERROR(table.Validate());
  BASALT_RETURN_IF_ERROR(CheckSplits(splits));
  BASALT_ASSIGN_OR_RETURN(auto guard, MakeGuard(table, nullptr));
  const std::lock_guard ddl(ddl_mutex_);
  {
    const std::shared_lock lock(mutex_);
    if (!namespaces_.contains(table.name().ns())) {
      return {StatusCode::kNamespaceNotFound, table.name().ns()};
    }
    if (tables_.contains(table.name())) {
      return {StatusCode::kTableExists, table.name().ToString()};
    }
  }
  TableRecord record(table);
  record.id = next_id_++;
  record.splits = std::move(splits);
  Status status = CreateMissingFamilies(record);
  if (status.ok()) status = Commit(record);
  if (!status.ok()) {
    DropUnused(std::exchange(record.labels, {}), record);
    return status;
  }
  auto cells = MakeCells(record, std::move(guard));
  const std::unique_lock lock(mutex_);
  tables_.emplace(table.name(), std::make_shared<TableEntry>(std::move(record), std::move(cells)));
  return {};
}

Status Catalog::DeleteTable(const TableName& name) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindDisabled(name));
  TableRecord record = entry->record();
  BASALT_RETURN_IF_ERROR(store_->WriteRecords({{TableKey(name), std::nullopt}}));
  entry->MarkDropped();
  {
    const std::unique_lock lock(mutex_);
    tables_.erase(name);
  }
  DropUnused(std::exchange(record.labels, {}), record);
  return {};
}

Status Catalog::TruncateTable(const TableName& name, bool preserve_splits) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindDisabled(name));
  TableRecord record = entry->record();
  record.labels.clear();
  if (!preserve_splits) record.splits.clear();
  record.enabled = true;
  return Change(*entry, std::move(record));
}

Status Catalog::SetEnabled(const TableName& name, bool enabled) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindTable(name));
  TableRecord record = entry->record();
  if (record.enabled == enabled) {
    return {
        enabled ? StatusCode::kTableNotDisabled : StatusCode::kTableNotEnabled,
        fmt::format("tableName={}, state={}", name.ToString(), enabled ? "ENABLED" : "DISABLED")};
  }
  record.enabled = enabled;
  return Change(*entry, std::move(record));
}

Status Catalog::Change(TableEntry& entry, TableRecord record) {
  const TableRecord before = entry.record();
  BASALT_ASSIGN_OR_RETURN(auto guard, MakeGuard(record.descriptor, &before.descriptor));
  std::erase_if(record.labels, [&](const auto& label) {
    return record.descriptor.FindFamily(label.first) == nullptr;
  });
  Status status = CreateMissingFamilies(record);
  if (status.ok()) status = Commit(record);
  if (!status.ok()) {
    DropUnused(record.labels, before);
    return status;
  }
  for (const FamilyDescriptor& family : record.descriptor.families()) {
    const auto handle = store_->FindFamily(record.labels[family.name()]);
    BASALT_RETURN_IF_ERROR(store_->ConfigureFamily(*handle, family));
  }
  entry.Replace(record, MakeCells(record, std::move(guard)));
  DropUnused(before.labels, record);
  return {};
}

Status Catalog::ModifyTable(const TableDescriptor& table) {
  BASALT_RETURN_IF_ERROR(table.Validate());
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindTable(table.name()));
  TableRecord record = entry->record();
  record.descriptor = table;
  return Change(*entry, std::move(record));
}

Status Catalog::AddFamily(const TableName& name, const FamilyDescriptor& family) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindTable(name));
  TableRecord record = entry->record();
  if (record.descriptor.FindFamily(family.name()) != nullptr) {
    return {StatusCode::kInvalidFamilyOperation,
            fmt::format("Column family '{}' in table '{}' already exists so cannot be added",
                        ToStringBinary(family.name()), name.ToString())};
  }
  BASALT_RETURN_IF_ERROR(record.descriptor.AddFamily(family));
  BASALT_RETURN_IF_ERROR(record.descriptor.Validate());
  return Change(*entry, std::move(record));
}

Status Catalog::ModifyFamily(const TableName& name, const FamilyDescriptor& family) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindTable(name));
  TableRecord record = entry->record();
  if (record.descriptor.FindFamily(family.name()) == nullptr) {
    return {StatusCode::kInvalidFamilyOperation,
            fmt::format("Family '{}' does not exist, so it cannot be modified",
                        ToStringBinary(family.name()))};
  }
  BASALT_RETURN_IF_ERROR(record.descriptor.ReplaceFamily(family));
  BASALT_RETURN_IF_ERROR(record.descriptor.Validate());
  return Change(*entry, std::move(record));
}

Status Catalog::DeleteFamily(const TableName& name, BytesView family) {
  const std::lock_guard ddl(ddl_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindTable(name));
  TableRecord record = entry->record();
  const auto refuse = [&](std::string_view why) {
    return Status(
        StatusCode::kInvalidFamilyOperation,
        fmt::format("Family '{}' {}, so it cannot be deleted", ToStringBinary(family), why));
  };
  if (record.descriptor.FindFamily(family) == nullptr) return refuse("does not exist");
  if (record.descriptor.families().size() == 1) {
    return refuse("is the only column family in the table");
  }
  BASALT_RETURN_IF_ERROR(record.descriptor.RemoveFamily(family));
  return Change(*entry, std::move(record));
}

Status Catalog::CreateNamespace(const NamespaceDescriptor& ns) {
  BASALT_RETURN_IF_ERROR(ns.Validate());
  const std::lock_guard ddl(ddl_mutex_);
  {
    const std::shared_lock lock(mutex_);
    if (namespaces_.contains(ns.name)) {
      return {StatusCode::kNamespaceExists, fmt::format("Namespace {} already exists", ns.name)};
    }
  }
  BASALT_RETURN_IF_ERROR(
      store_->WriteRecords({{NamespaceKey(ns.name), model::EncodeNamespaceDescriptor(ns)}}));
  const std::unique_lock lock(mutex_);
  namespaces_[ns.name] = ns;
  return {};
}

Status Catalog::DeleteNamespace(std::string_view name) {
  const std::lock_guard ddl(ddl_mutex_);
  {
    const std::shared_lock lock(mutex_);
    if (!namespaces_.contains(name)) {
      return {StatusCode::kNamespaceNotFound, std::string(name)};
    }
    if (name == kDefaultNamespace || name == kSystemNamespace) {
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
  BASALT_RETURN_IF_ERROR(store_->WriteRecords({{NamespaceKey(name), std::nullopt}}));
  const std::unique_lock lock(mutex_);
  namespaces_.erase(namespaces_.find(name));
  return {};
}

std::vector<NamespaceDescriptor> Catalog::ListNamespaces() const {
  const std::shared_lock lock(mutex_);
  std::vector<NamespaceDescriptor> namespaces;
  for (const auto& [name, ns] : namespaces_) namespaces.push_back(ns);
  return namespaces;
}

}  // namespace basalt::catalog
