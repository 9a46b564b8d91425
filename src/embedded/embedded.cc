// The embedded implementation of Connection and Admin: the store in this process.

#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/call_limits.h"
#include "catalog/catalog.h"
#include "catalog/region_metrics.h"
#include "client/embedded_store.h"
#include "client/quota_reader.h"
#include "constraints/constraint_guard.h"
#include "embedded/embedded_table.h"
#include "store/store.h"

namespace basalt::embedded {
namespace {

Status Check(const CallOptions& options) { return base::CallLimits(options).Check(); }

// Ends a copy of a snapshot when the call has to end.
ExportOptions Limited(const ExportOptions& options, const CallOptions& call) {
  const base::CallLimits limits(call);
  if (limits.unlimited()) return options;
  ExportOptions limited = options;
  limited.progress = [limits, progress = options.progress](uint64_t done, uint64_t total) {
    BASALT_RETURN_IF_ERROR(limits.Check());
    return progress ? progress(done, total) : Status();
  };
  return limited;
}

class EmbeddedAdmin : public Admin {
 public:
  explicit EmbeddedAdmin(std::shared_ptr<catalog::Catalog> catalog)
      : catalog_(std::move(catalog)),
        quotas_([catalog = catalog_](const TableName& name) -> Result<std::unique_ptr<Table>> {
          BASALT_RETURN_IF_ERROR(catalog->tables().Find(name).status());
          return std::unique_ptr<Table>(std::make_unique<EmbeddedTable>(catalog, name));
        }) {}

  QuotaAdmin& quotas() override { return quotas_; }

  using Admin::CreateTable;
  Status CreateTable(const TableDescriptor& table, const std::vector<Bytes>& splits,
                     const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().Create(table, splits);
  }
  Status DeleteTable(const TableName& name, const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().Delete(name);
  }
  Status TruncateTable(const TableName& name, bool preserve_splits,
                       const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().Truncate(name, preserve_splits);
  }
  Status RenameTable(const TableName& from, const TableName& to,
                     const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().Rename(from, to);
  }
  Status EnableTable(const TableName& name, const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().SetEnabled(name, true);
  }
  Status DisableTable(const TableName& name, const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().SetEnabled(name, false);
  }

  Result<bool> TableExists(const TableName& name, const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().Find(name).ok();
  }
  Result<bool> IsTableEnabled(const TableName& name, const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name));
    return entry->record().enabled;
  }
  Result<TableDescriptor> GetDescriptor(const TableName& name,
                                        const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name));
    return entry->record().descriptor;
  }
  Result<std::vector<TableDescriptor>> ListTables(const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    std::vector<TableDescriptor> tables;
    for (auto& record : catalog_->tables().List()) tables.push_back(std::move(record.descriptor));
    return tables;
  }
  Status ModifyTable(const TableDescriptor& table, const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().Modify(table);
  }
  Status AddFamily(const TableName& name, const FamilyDescriptor& family,
                   const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().AddFamily(name, family);
  }
  Status ModifyFamily(const TableName& name, const FamilyDescriptor& family,
                      const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().ModifyFamily(name, family);
  }
  Status DeleteFamily(const TableName& name, BytesView family,
                      const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->tables().DeleteFamily(name, family);
  }

  Status CreateNamespace(const NamespaceDescriptor& ns, const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->namespaces().Create(ns);
  }
  Status ModifyNamespace(const NamespaceDescriptor& ns, const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->namespaces().Modify(ns);
  }
  Status DeleteNamespace(std::string_view name, const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->namespaces().Delete(name);
  }
  Result<std::vector<NamespaceDescriptor>> ListNamespaces(const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->namespaces().List();
  }

  Result<std::vector<RegionMetrics>> ListRegions(const TableName& name,
                                                 const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog::CollectRegionMetrics(*catalog_, name);
  }
  Status SplitRegion(BytesView region, const std::optional<Bytes>& row,
                     const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->regions().Split(region, row).status();
  }
  Status SplitTable(const TableName& name, const std::optional<Bytes>& row,
                    const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    if (row) {
      BASALT_ASSIGN_OR_RETURN(const auto region, catalog_->regions().For(name, *row));
      return SplitRegion(region->encoded_name(), row, options);
    }
    BASALT_ASSIGN_OR_RETURN(const auto regions, catalog_->regions().Of(name));
    Status first;
    const CallOptions each = base::WithDeadline(options);
    for (const auto& region : regions) {
      BASALT_RETURN_IF_ERROR(Check(each));
      Status status = SplitRegion(region->encoded_name(), std::nullopt, each);
      if (first.ok()) first = std::move(status);
    }
    return first;
  }
  Status MergeRegions(const std::vector<Bytes>& regions, bool forcible,
                      const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->regions().Merge(regions, forcible).status();
  }

  Status Flush(const TableName& name, const TableRange& range,
               const CallOptions& options) override {
    const base::CallLimits limits(options);
    BASALT_RETURN_IF_ERROR(limits.Check());
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name));
    return entry->CellsInAnyState()->Flush(range, limits);
  }
  Status Compact(const TableName& name, const TableRange& range,
                 const CallOptions& options) override {
    const base::CallLimits limits(options);
    BASALT_RETURN_IF_ERROR(limits.Check());
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name));
    return entry->CellsInAnyState()->Compact(range, limits);
  }
  Status MajorCompact(const TableName& name, const TableRange& range,
                      const CallOptions& options) override {
    const base::CallLimits limits(options);
    BASALT_RETURN_IF_ERROR(limits.Check());
    BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_->tables().Find(name));
    return entry->CellsInAnyState()->MajorCompact(range, limits);
  }

  Status Snapshot(const std::string& name, const TableName& table, const SnapshotOptions& options,
                  const CallOptions& call) override {
    BASALT_RETURN_IF_ERROR(Check(call));
    return catalog_->snapshots().Take(name, table, options);
  }
  Result<std::vector<SnapshotDescription>> ListSnapshots(const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return basalt::ListSnapshots(directory());
  }
  Status DeleteSnapshot(const std::string& name, const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->snapshots().Delete(name);
  }
  Status CloneSnapshot(const std::string& name, const TableName& table,
                       const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    return catalog_->snapshots().Clone(name, table);
  }
  Status RestoreSnapshot(const std::string& name, bool take_failsafe,
                         const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    if (!take_failsafe) return catalog_->snapshots().Restore(name);
    BASALT_ASSIGN_OR_RETURN(const auto snapshot, basalt::DescribeSnapshot(directory(), name));
    // Nothing is taken for a restore that will be refused.
    BASALT_ASSIGN_OR_RETURN(const bool enabled, IsTableEnabled(snapshot.table.name(), options));
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
                        const ExportOptions& options, const CallOptions& call) override {
    BASALT_RETURN_IF_ERROR(Check(call));
    return basalt::ExportSnapshot(directory(), name, target, Limited(options, call));
  }
  Status ImportSnapshot(const std::string& source, const std::string& name,
                        const ExportOptions& options, const CallOptions& call) override {
    BASALT_RETURN_IF_ERROR(Check(call));
    return basalt::ImportSnapshot(directory(), source, name, Limited(options, call));
  }

 private:
  const std::string& directory() const { return catalog_->store()->path(); }

  const std::shared_ptr<catalog::Catalog> catalog_;
  client::QuotaReader quotas_;
};

class EmbeddedConnection : public Connection {
 public:
  explicit EmbeddedConnection(std::shared_ptr<catalog::Catalog> catalog)
      : catalog_(std::move(catalog)), admin_(catalog_) {}

  Result<std::unique_ptr<Table>> GetTable(const TableName& name,
                                          const CallOptions& options) override {
    BASALT_RETURN_IF_ERROR(Check(options));
    BASALT_RETURN_IF_ERROR(catalog_->tables().Find(name).status());
    return std::unique_ptr<Table>(std::make_unique<EmbeddedTable>(catalog_, name));
  }
  Admin& admin() override { return admin_; }

 private:
  const std::shared_ptr<catalog::Catalog> catalog_;
  EmbeddedAdmin admin_;
};

Result<std::unique_ptr<Connection>> OpenEmbedded(const std::string& directory,
                                                 const ConnectionOptions& options) {
  store::StoreOptions store_options;
  static_cast<EmbeddedOptions&>(store_options) = options;
  BASALT_ASSIGN_OR_RETURN(auto store, store::Store::Open(directory, store_options));
  BASALT_ASSIGN_OR_RETURN(
      auto catalog, catalog::Catalog::Open(std::move(store), constraints::MakeConstraintGuard));
  // A server with quotas enabled has made this table, and enforces the limits of namespaces.
  catalog->namespaces().EnforceLimits(
      catalog->tables().Find(*TableName::Parse("hbase:quota")).ok());
  return std::unique_ptr<Connection>(
      std::make_unique<EmbeddedConnection>(std::shared_ptr<catalog::Catalog>(std::move(catalog))));
}

}  // namespace
}  // namespace basalt::embedded

extern "C" const basalt::client::EmbeddedStore basalt_embedded_store = {
    .open = basalt::embedded::OpenEmbedded};
