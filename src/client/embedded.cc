#include "client/embedded.h"

#include <utility>

#include "catalog/catalog.h"
#include "client/embedded_table.h"
#include "index/constraint_guard.h"
#include "store/store.h"

namespace basalt::client {
namespace {

class EmbeddedAdmin : public Admin {
 public:
  explicit EmbeddedAdmin(std::shared_ptr<catalog::Catalog> catalog)
      : catalog_(std::move(catalog)) {}

  Status CreateTable(const TableDescriptor& table, const std::vector<Bytes>& splits) override {
    return catalog_->CreateTable(table, splits);
  }
  Status DeleteTable(const TableName& name) override { return catalog_->DeleteTable(name); }
  Status TruncateTable(const TableName& name, bool preserve_splits) override {
    return catalog_->TruncateTable(name, preserve_splits);
  }
  Status RenameTable(const TableName& from, const TableName& to) override {
    return catalog_->RenameTable(from, to);
  }
  Status EnableTable(const TableName& name) override { return catalog_->SetEnabled(name, true); }
  Status DisableTable(const TableName& name) override { return catalog_->SetEnabled(name, false); }

  Result<bool> TableExists(const TableName& name) override {
    return catalog_->FindTable(name).ok();
  }
  Result<bool> IsTableEnabled(const TableName& name) override {
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->FindTable(name));
    return entry->record().enabled;
  }
  Result<TableDescriptor> GetDescriptor(const TableName& name) override {
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->FindTable(name));
    return entry->record().descriptor;
  }
  Result<std::vector<TableDescriptor>> ListTables() override {
    std::vector<TableDescriptor> tables;
    for (auto& record : catalog_->ListTables()) tables.push_back(std::move(record.descriptor));
    return tables;
  }
  Status ModifyTable(const TableDescriptor& table) override { return catalog_->ModifyTable(table); }
  Status AddFamily(const TableName& name, const FamilyDescriptor& family) override {
    return catalog_->AddFamily(name, family);
  }
  Status ModifyFamily(const TableName& name, const FamilyDescriptor& family) override {
    return catalog_->ModifyFamily(name, family);
  }
  Status DeleteFamily(const TableName& name, BytesView family) override {
    return catalog_->DeleteFamily(name, family);
  }

  Status CreateNamespace(const NamespaceDescriptor& ns) override {
    return catalog_->CreateNamespace(ns);
  }
  Status DeleteNamespace(std::string_view name) override { return catalog_->DeleteNamespace(name); }
  Result<std::vector<NamespaceDescriptor>> ListNamespaces() override {
    return catalog_->ListNamespaces();
  }

  Status Flush(const TableName& name, const TableRange& range) override {
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->FindTable(name));
    return entry->CellsInAnyState()->Flush(range);
  }
  Status Compact(const TableName& name, const TableRange& range) override {
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->FindTable(name));
    return entry->CellsInAnyState()->Compact(range);
  }
  Status MajorCompact(const TableName& name, const TableRange& range) override {
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->FindTable(name));
    return entry->CellsInAnyState()->MajorCompact(range);
  }

 private:
  const std::shared_ptr<catalog::Catalog> catalog_;
};

class EmbeddedConnection : public Connection {
 public:
  explicit EmbeddedConnection(std::shared_ptr<catalog::Catalog> catalog)
      : catalog_(std::move(catalog)), admin_(catalog_) {}

  Result<std::unique_ptr<Table>> GetTable(const TableName& name) override {
    BASALT_ASSIGN_OR_RETURN(auto entry, catalog_->FindTable(name));
    return std::unique_ptr<Table>(
        std::make_unique<EmbeddedTable>(catalog_, name, std::move(entry)));
  }
  Admin& admin() override { return admin_; }

 private:
  const std::shared_ptr<catalog::Catalog> catalog_;
  EmbeddedAdmin admin_;
};

}  // namespace

Result<std::unique_ptr<Connection>> OpenEmbedded(const std::string& directory,
                                                 const ConnectionOptions& options) {
  store::StoreOptions store_options;
  store_options.create_if_missing = options.create_if_missing;
  store_options.clock = options.clock;
  store_options.max_cell_bytes = options.max_cell_bytes;
  store_options.block_cache_bytes = options.block_cache_bytes;
  store_options.memstore_flush_bytes = options.memstore_flush_bytes;
  store_options.background_threads = options.background_threads;
  store_options.automatic_compactions = options.automatic_compactions;
  store_options.sync_wal_to_disk = options.sync_wal_to_disk;
  BASALT_ASSIGN_OR_RETURN(auto store, store::Store::Open(directory, store_options));
  BASALT_ASSIGN_OR_RETURN(auto catalog,
                          catalog::Catalog::Open(std::move(store), index::MakeConstraintGuard));
  return std::unique_ptr<Connection>(
      std::make_unique<EmbeddedConnection>(std::shared_ptr<catalog::Catalog>(std::move(catalog))));
}

}  // namespace basalt::client
