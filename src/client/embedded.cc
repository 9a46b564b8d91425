#include "client/embedded.h"

#include <utility>

#include <fmt/format.h>

#include "catalog/catalog.h"
#include "catalog/region_metrics.h"
#include "client/embedded_table.h"
#include "constraints/constraint_guard.h"
#include "store/store.h"

namespace basalt::client {
namespace {

class EmbeddedAdmin : public Admin {
 public:
  explicit EmbeddedAdmin(std::shared_ptr<catalog::Catalog> catalog)
      : catalog_(std::move(catalog)) {}

  using Admin::CreateTable;
  Status CreateTable(const TableDescriptor& table, const std::vector<Bytes>& splits) override {
    return catalog_->tables().Create(table, splits);
  }
  Status DeleteTable(const TableName& name) override { return catalog_->tables().Delete(name); }
  Status TruncateTable(const TableName& name, bool preserve_splits) override {
    return catalog_->tables().Truncate(name, preserve_splits);
  }
  Status RenameTable(const TableName& from, const TableName& to) override {
    return catalog_->tables().Rename(from, to);
  }
  Status EnableTable(const TableName& name) override {
    return catalog_->tables().SetEnabled(name, true);
  }
  Status DisableTable(const TableName& name) override {
    return catalog_->tables().SetEnabled(name, false);
  }

  Result<bool> TableExists(const TableName& name) override {
    return catalog_->tables().Find(name).ok();
  }
  Result<bool> IsTableEnabled(const TableName& name) override {
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name));
    return entry->record().enabled;
  }
  Result<TableDescriptor> GetDescriptor(const TableName& name) override {
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name));
    return entry->record().descriptor;
  }
  Result<std::vector<TableDescriptor>> ListTables() override {
    std::vector<TableDescriptor> tables;
    for (auto& record : catalog_->tables().List()) tables.push_back(std::move(record.descriptor));
    return tables;
  }
  Status ModifyTable(const TableDescriptor& table) override {
    return catalog_->tables().Modify(table);
  }
  Status AddFamily(const TableName& name, const FamilyDescriptor& family) override {
    return catalog_->tables().AddFamily(name, family);
  }
  Status ModifyFamily(const TableName& name, const FamilyDescriptor& family) override {
    return catalog_->tables().ModifyFamily(name, family);
  }
  Status DeleteFamily(const TableName& name, BytesView family) override {
    return catalog_->tables().DeleteFamily(name, family);
  }

  Status CreateNamespace(const NamespaceDescriptor& ns) override {
    return catalog_->namespaces().Create(ns);
  }
  Status ModifyNamespace(const NamespaceDescriptor& ns) override {
    return catalog_->namespaces().Modify(ns);
  }
  Status DeleteNamespace(std::string_view name) override {
    return catalog_->namespaces().Delete(name);
  }
  Result<std::vector<NamespaceDescriptor>> ListNamespaces() override {
    return catalog_->namespaces().List();
  }

  Result<std::vector<RegionMetrics>> ListRegions(const TableName& name) override {
    return catalog::CollectRegionFacts(*catalog_, name);
  }
  Status SplitRegion(BytesView region, const std::optional<Bytes>& row) override {
    return catalog_->regions().Split(region, row).status();
  }
  Status SplitTable(const TableName& name, const std::optional<Bytes>& row) override {
    if (row) {
      BASALT_ASSIGN_OR_RETURN(const auto region, catalog_->regions().For(name, *row));
      return SplitRegion(region->encoded_name(), row);
    }
    BASALT_ASSIGN_OR_RETURN(const auto regions, catalog_->regions().Of(name));
    Status first;
    for (const auto& region : regions) {
      Status status = SplitRegion(region->encoded_name(), std::nullopt);
      if (first.ok()) first = std::move(status);
    }
    return first;
  }
  Status MergeRegions(const std::vector<Bytes>& regions, bool forcible) override {
    return catalog_->regions().Merge(regions, forcible).status();
  }

  Status Flush(const TableName& name, const TableRange& range) override {
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name));
    return entry->CellsInAnyState()->Flush(range);
  }
  Status Compact(const TableName& name, const TableRange& range) override {
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name));
    return entry->CellsInAnyState()->Compact(range);
  }
  Status MajorCompact(const TableName& name, const TableRange& range) override {
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name));
    return entry->CellsInAnyState()->MajorCompact(range);
  }

  Status Snapshot(const std::string& name, const TableName& table,
                  const SnapshotOptions& options) override {
    return catalog_->snapshots().Take(name, table, options);
  }
  Result<std::vector<SnapshotDescription>> ListSnapshots() override {
    return basalt::ListSnapshots(directory());
  }
  Status DeleteSnapshot(const std::string& name) override {
    return catalog_->snapshots().Delete(name);
  }
  Status CloneSnapshot(const std::string& name, const TableName& table) override {
    return catalog_->snapshots().Clone(name, table);
  }
  Status RestoreSnapshot(const std::string& name, bool take_failsafe) override {
    if (!take_failsafe) return catalog_->snapshots().Restore(name);
    BASALT_ASSIGN_OR_RETURN(const auto snapshot, basalt::DescribeSnapshot(directory(), name));
    // Nothing is taken for a restore that will be refused.
    BASALT_ASSIGN_OR_RETURN(const bool enabled, IsTableEnabled(snapshot.table.name()));
    if (enabled) return catalog_->snapshots().Restore(name);
    const std::string failsafe =
        fmt::format("hbase-failsafe-{}-{}", name, catalog_->store()->clock().NowMs());
    BASALT_RETURN_IF_ERROR(catalog_->snapshots().Take(failsafe, snapshot.table.name(), {}));
    const Status restored = catalog_->snapshots().Restore(name);
    // Done in one step or not at all: either way it has served.
    const Status deleted = catalog_->snapshots().Delete(failsafe);
    return restored.ok() ? deleted : restored;
  }
  Status ExportSnapshot(const std::string& name, const std::string& target,
                        const ExportOptions& options) override {
    return basalt::ExportSnapshot(directory(), name, target, options);
  }
  Status ImportSnapshot(const std::string& source, const std::string& name,
                        const ExportOptions& options) override {
    return basalt::ImportSnapshot(directory(), source, name, options);
  }

 private:
  const std::string& directory() const { return catalog_->store()->path(); }

  const std::shared_ptr<catalog::Catalog> catalog_;
};

class EmbeddedConnection : public Connection {
 public:
  explicit EmbeddedConnection(std::shared_ptr<catalog::Catalog> catalog)
      : catalog_(std::move(catalog)), admin_(catalog_) {}

  Result<std::unique_ptr<Table>> GetTable(const TableName& name) override {
    BASALT_RETURN_IF_ERROR(catalog_->tables().Find(name).status());
    return std::unique_ptr<Table>(std::make_unique<EmbeddedTable>(catalog_, name));
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
  BASALT_ASSIGN_OR_RETURN(
      auto catalog, catalog::Catalog::Open(std::move(store), constraints::MakeConstraintGuard));
  return std::unique_ptr<Connection>(
      std::make_unique<EmbeddedConnection>(std::shared_ptr<catalog::Catalog>(std::move(catalog))));
}

}  // namespace basalt::client
