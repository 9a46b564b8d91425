#include "client/remote/remote_admin.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "basalt/clock.h"
#include "base/call_limits.h"
#include "client/remote/remote_cluster_admin.h"
#include "client/remote/remote_quota_admin.h"
#include "hbase/admin.pb.h"
#include "hbase/master.pb.h"
#include "hbase/snapshot.pb.h"
#include "model/names.h"
#include "wire/descriptor_messages.h"
#include "wire/exceptions.h"

namespace basalt::client {
namespace {

namespace pb = hbase::pb;
using std::chrono::milliseconds;

// The longest pause between two requests for the state of a procedure.
constexpr milliseconds kLongestPause(500);

Status NotThere(std::string_view method) {
  return {StatusCode::kNotSupported,
          fmt::format("{} is not supported on a server; open its directory instead", method)};
}

class RemoteAdmin : public Admin, public RemoteClusterAdmin {
 public:
  explicit RemoteAdmin(const std::shared_ptr<Cluster>& cluster)
      : RemoteClusterAdmin(cluster), cluster_(cluster), quotas_(cluster) {}

  ClusterAdmin* cluster() override { return this; }
  QuotaAdmin& quotas() override { return quotas_; }

  using Admin::CreateTable;
  Status CreateTable(const TableDescriptor& table, const std::vector<Bytes>& splits,
                     const CallOptions& options) override {
    pb::CreateTableRequest request;
    wire::FillTable(table, *request.mutable_table_schema());
    for (const Bytes& split : splits) request.add_split_keys(split);
    return Change<pb::CreateTableResponse>("CreateTable", request, table.name(), options);
  }
  Status DeleteTable(const TableName& name, const CallOptions& options) override {
    pb::DeleteTableRequest request;
    wire::FillTableName(name, *request.mutable_table_name());
    return Change<pb::DeleteTableResponse>("DeleteTable", request, name, options);
  }
  Status TruncateTable(const TableName& name, bool preserve_splits,
                       const CallOptions& options) override {
    pb::TruncateTableRequest request;
    wire::FillTableName(name, *request.mutable_tablename());
    request.set_preservesplits(preserve_splits);
    return Change<pb::TruncateTableResponse>("truncateTable", request, name, options);
  }
  Status RenameTable(const TableName& /*from*/, const TableName& /*to*/,
                     const CallOptions& /*options*/) override {
    return NotThere("RenameTable");
  }
  Status EnableTable(const TableName& name, const CallOptions& options) override {
    pb::EnableTableRequest request;
    wire::FillTableName(name, *request.mutable_table_name());
    return Change<pb::EnableTableResponse>("EnableTable", request, name, options);
  }
  Status DisableTable(const TableName& name, const CallOptions& options) override {
    pb::DisableTableRequest request;
    wire::FillTableName(name, *request.mutable_table_name());
    return Change<pb::DisableTableResponse>("DisableTable", request, name, options);
  }

  Result<bool> TableExists(const TableName& name, const CallOptions& options) override {
    const auto state = State(name, options);
    if (state.ok()) return true;
    if (state.status().code() == StatusCode::kTableNotFound) return false;
    return state.status();
  }
  Result<bool> IsTableEnabled(const TableName& name, const CallOptions& options) override {
    BASALT_ASSIGN_OR_RETURN(const auto state, State(name, options));
    return state == pb::TableState::ENABLED;
  }
  Result<TableDescriptor> GetDescriptor(const TableName& name,
                                        const CallOptions& options) override {
    return DescribeTable(*cluster_, name, options);
  }
  Result<std::vector<TableDescriptor>> ListTables(const CallOptions& options) override {
    pb::GetTableDescriptorsResponse response;
    BASALT_RETURN_IF_ERROR(cluster_->CallMaster(
        "GetTableDescriptors", pb::GetTableDescriptorsRequest(), response, options));
    std::vector<TableDescriptor> tables;
    for (const auto& schema : response.table_schema()) {
      BASALT_ASSIGN_OR_RETURN(TableDescriptor table, wire::ParseTable(schema));
      tables.push_back(std::move(table));
    }
    return tables;
  }
  Status ModifyTable(const TableDescriptor& table, const CallOptions& options) override {
    pb::ModifyTableRequest request;
    wire::FillTableName(table.name(), *request.mutable_table_name());
    wire::FillTable(table, *request.mutable_table_schema());
    return Change<pb::ModifyTableResponse>("ModifyTable", request, table.name(), options);
  }
  Status AddFamily(const TableName& name, const FamilyDescriptor& family,
                   const CallOptions& options) override {
    pb::AddColumnRequest request;
    wire::FillTableName(name, *request.mutable_table_name());
    wire::FillFamily(family, *request.mutable_column_families());
    return Change<pb::AddColumnResponse>("AddColumn", request, name, options);
  }
  Status ModifyFamily(const TableName& name, const FamilyDescriptor& family,
                      const CallOptions& options) override {
    pb::ModifyColumnRequest request;
    wire::FillTableName(name, *request.mutable_table_name());
    wire::FillFamily(family, *request.mutable_column_families());
    return Change<pb::ModifyColumnResponse>("ModifyColumn", request, name, options);
  }
  Status DeleteFamily(const TableName& name, BytesView family,
                      const CallOptions& options) override {
    pb::DeleteColumnRequest request;
    wire::FillTableName(name, *request.mutable_table_name());
    request.set_column_name(Bytes(family));
    return Change<pb::DeleteColumnResponse>("DeleteColumn", request, name, options);
  }

  Status CreateNamespace(const NamespaceDescriptor& ns, const CallOptions& options) override {
    pb::CreateNamespaceRequest request;
    wire::FillNamespace(ns, *request.mutable_namespacedescriptor());
    return Change<pb::CreateNamespaceResponse>("CreateNamespace", request, options);
  }
  Status ModifyNamespace(const NamespaceDescriptor& ns, const CallOptions& options) override {
    pb::ModifyNamespaceRequest request;
    wire::FillNamespace(ns, *request.mutable_namespacedescriptor());
    return Change<pb::ModifyNamespaceResponse>("ModifyNamespace", request, options);
  }
  Status DeleteNamespace(std::string_view name, const CallOptions& options) override {
    pb::DeleteNamespaceRequest request;
    request.set_namespacename(std::string(name));
    return Change<pb::DeleteNamespaceResponse>("DeleteNamespace", request, options);
  }
  Result<std::vector<NamespaceDescriptor>> ListNamespaces(const CallOptions& options) override {
    pb::ListNamespaceDescriptorsResponse response;
    BASALT_RETURN_IF_ERROR(cluster_->CallMaster(
        "ListNamespaceDescriptors", pb::ListNamespaceDescriptorsRequest(), response, options));
    std::vector<NamespaceDescriptor> namespaces;
    for (const auto& ns : response.namespacedescriptor()) {
      namespaces.push_back(wire::ParseNamespace(ns));
    }
    return namespaces;
  }

  // Servers report the sizes of a region for all families together, in whole megabytes.
  Result<std::vector<RegionMetrics>> ListRegions(const TableName& name,
                                                 const CallOptions& options) override {
    const CallOptions call = base::WithDeadline(options);
    BASALT_ASSIGN_OR_RETURN(const auto regions, cluster_->AllRegions(name, call));
    BASALT_ASSIGN_OR_RETURN(const bool enabled, IsTableEnabled(name, call));
    std::vector<RegionMetrics> facts;
    for (const RegionLocationPtr& region : regions) {
      RegionMetrics& one = facts.emplace_back();
      one.name = region->name;
      one.encoded_name = region->info.EncodedName();
      one.start_key = region->info.start_key;
      one.end_key = region->info.end_key;
      one.region_id = region->info.region_id;
      one.online = enabled && !region->server.host.empty();
    }
    AddLoads(name, regions, facts, call);
    return facts;
  }
  Status SplitRegion(BytesView region, const std::optional<Bytes>& row,
                     const CallOptions& options) override {
    const CallOptions call = base::WithDeadline(options);
    BASALT_ASSIGN_OR_RETURN(const RegionLocationPtr found, cluster_->RegionByName(region, call));
    return Split(*found, row, call);
  }
  Status SplitTable(const TableName& name, const std::optional<Bytes>& row,
                    const CallOptions& options) override {
    const CallOptions call = base::WithDeadline(options);
    BASALT_ASSIGN_OR_RETURN(const auto regions, cluster_->AllRegions(name, call));
    Status first;
    for (const RegionLocationPtr& region : regions) {
      if (row && !region->info.Contains(*row)) continue;
      Status status = Split(*region, row, call);
      if (first.ok()) first = std::move(status);
    }
    return first;
  }
  Status MergeRegions(const std::vector<Bytes>& regions, bool forcible,
                      const CallOptions& options) override {
    pb::MergeTableRegionsRequest request;
    for (const Bytes& region : regions) {
      const std::string_view encoded = model::EncodedNameOf(region);
      auto& specifier = *request.add_region();
      specifier.set_type(pb::RegionSpecifier::ENCODED_REGION_NAME);
      specifier.set_value(encoded.empty() ? region : Bytes(encoded));
    }
    request.set_forcible(forcible);
    return Change<pb::MergeTableRegionsResponse>("MergeTableRegions", request, options);
  }

  Status Flush(const TableName& name, const TableRange& range,
               const CallOptions& options) override {
    pb::FlushTableRequest request;
    wire::FillTableName(name, *request.mutable_table_name());
    if (!range.family.empty()) request.add_column_family(range.family);
    return Change<pb::FlushTableResponse>("FlushTable", request, options);
  }
  Status Compact(const TableName& name, const TableRange& range,
                 const CallOptions& options) override {
    return Compact(name, range, false, options);
  }
  Status MajorCompact(const TableName& name, const TableRange& range,
                      const CallOptions& options) override {
    return Compact(name, range, true, options);
  }

  Status Snapshot(const std::string& name, const TableName& table, const SnapshotOptions& options,
                  const CallOptions& call) override {
    BASALT_RETURN_IF_ERROR(model::CheckSnapshotName(name));
    pb::SnapshotRequest request;
    pb::SnapshotDescription& snapshot = *request.mutable_snapshot();
    snapshot.set_name(name);
    snapshot.set_table(table.ToString());
    snapshot.set_type(options.skip_flush ? pb::SnapshotDescription::SKIPFLUSH
                                         : pb::SnapshotDescription::FLUSH);
    if (options.ttl_seconds > 0) snapshot.set_ttl(options.ttl_seconds);
    if (!options.owner.empty()) snapshot.set_owner(options.owner);
    return Change<pb::SnapshotResponse>("Snapshot", request, call);
  }
  Result<std::vector<SnapshotDescription>> ListSnapshots(const CallOptions& options) override {
    pb::GetCompletedSnapshotsResponse response;
    BASALT_RETURN_IF_ERROR(cluster_->CallMaster(
        "GetCompletedSnapshots", pb::GetCompletedSnapshotsRequest(), response, options));
    std::vector<SnapshotDescription> snapshots;
    for (const pb::SnapshotDescription& message : response.snapshots()) {
      // The master returns only the name of the table.
      BASALT_ASSIGN_OR_RETURN(TableName table, TableName::Parse(message.table()));
      SnapshotDescription& one = snapshots.emplace_back(TableDescriptor(std::move(table)));
      one.name = message.name();
      one.type = static_cast<SnapshotType>(message.type());
      one.creation_time_ms = message.creation_time();
      one.ttl_seconds = message.ttl();
      one.owner = message.owner();
    }
    std::ranges::sort(snapshots, {}, &SnapshotDescription::name);
    return snapshots;
  }
  Status DeleteSnapshot(const std::string& name, const CallOptions& options) override {
    pb::DeleteSnapshotRequest request;
    request.mutable_snapshot()->set_name(name);
    pb::DeleteSnapshotResponse response;
    return cluster_->CallMaster("DeleteSnapshot", request, response, options);
  }
  Status CloneSnapshot(const std::string& name, const TableName& table,
                       const CallOptions& options) override {
    const CallOptions call = base::WithDeadline(options);
    BASALT_ASSIGN_OR_RETURN(const bool exists, TableExists(table, call));
    if (exists) return {StatusCode::kTableExists, table.ToString()};
    return Restore(name, table, call);
  }
  Status RestoreSnapshot(const std::string& name, bool take_failsafe,
                         const CallOptions& options) override {
    const CallOptions call = base::WithDeadline(options);
    BASALT_ASSIGN_OR_RETURN(const auto snapshots, ListSnapshots(call));
    const auto found = std::ranges::find(snapshots, name, &SnapshotDescription::name);
    if (found == snapshots.end()) return {StatusCode::kSnapshotNotFound, name};
    const TableName& table = found->table.name();
    BASALT_ASSIGN_OR_RETURN(const bool enabled, IsTableEnabled(table, call));
    // Checked first, so that no failsafe snapshot is taken for a restore that will be refused.
    if (enabled) return {StatusCode::kTableNotDisabled, table.ToString()};
    if (!take_failsafe) return Restore(name, table, call);
    const std::string failsafe =
        fmt::format("hbase-failsafe-{}-{}", name, Clock::System()->NowMs());
    BASALT_RETURN_IF_ERROR(Snapshot(failsafe, table, {}, call));
    // The failsafe snapshot is kept when the restore fails, since its progress is not known.
    BASALT_RETURN_IF_ERROR(Restore(name, table, call));
    return DeleteSnapshot(failsafe, call);
  }
  Status ExportSnapshot(const std::string& /*name*/, const std::string& /*directory*/,
                        const ExportOptions& /*options*/, const CallOptions& /*call*/) override {
    return NotThere("ExportSnapshot");
  }
  Status ImportSnapshot(const std::string& /*directory*/, const std::string& /*name*/,
                        const ExportOptions& /*options*/, const CallOptions& /*call*/) override {
    return NotThere("ImportSnapshot");
  }

 private:
  Result<pb::TableState::State> State(const TableName& name, const CallOptions& options) {
    pb::GetTableStateRequest request;
    wire::FillTableName(name, *request.mutable_table_name());
    pb::GetTableStateResponse response;
    BASALT_RETURN_IF_ERROR(cluster_->CallMaster("GetTableState", request, response, options));
    return response.table_state().state();
  }

  // Submits a procedure and waits for its end. A retry has the nonce of the first attempt, by which
  // the master recognises that it was submitted already.
  template <typename Response, typename Request>
  Status Change(const std::string& method, Request& request, const CallOptions& options) {
    const CallOptions call = base::WithDeadline(options);
    request.set_nonce_group(cluster_->nonce_group());
    request.set_nonce(cluster_->NextNonce());
    Response response;
    BASALT_RETURN_IF_ERROR(cluster_->CallMaster(method, request, response, call));
    if constexpr (requires { response.has_proc_id(); }) {
      if (response.has_proc_id()) {
        return WaitFor(method, static_cast<uint64_t>(response.proc_id()), call);
      }
    }
    return {};
  }
  // The same for a table, whose cached region locations are dropped afterwards.
  template <typename Response, typename Request>
  Status Change(const std::string& method, Request& request, const TableName& table,
                const CallOptions& options) {
    Status status = Change<Response>(method, request, options);
    cluster_->ForgetTable(table);
    return status;
  }

  Status WaitFor(const std::string& method, uint64_t procedure, const CallOptions& options) {
    const Attempts attempts(cluster_->options(), options);
    pb::GetProcedureResultRequest request;
    request.set_proc_id(procedure);
    milliseconds pause(1);
    for (;;) {
      pb::GetProcedureResultResponse response;
      BASALT_RETURN_IF_ERROR(
          cluster_->CallMaster("getProcedureResult", request, response, options));
      if (response.state() != pb::GetProcedureResultResponse::RUNNING) {
        if (!response.has_exception()) return {};
        const auto& exception = response.exception().generic_exception();
        return wire::StatusFromException(exception.class_name(), exception.message());
      }
      if (std::chrono::steady_clock::now() + pause >= attempts.deadline()) {
        return {StatusCode::kTimedOut,
                fmt::format("{} goes on, as procedure {}, past the deadline", method, procedure)};
      }
      if (attempts.context().cancellation.WaitUntil(std::chrono::steady_clock::now() + pause)) {
        return base::Cancelled();
      }
      pause = std::min(pause * 2, kLongestPause);
    }
  }

  Status Split(const RegionLocation& region, const std::optional<Bytes>& row,
               const CallOptions& options) {
    pb::SplitTableRegionRequest request;
    wire::FillRegionInfo(region.info, *request.mutable_region_info());
    if (row) request.set_split_row(*row);
    return Change<pb::SplitTableRegionResponse>("SplitRegion", request, region.info.table, options);
  }

  // Regions of a server that does not answer stay without metrics.
  void AddLoads(const TableName& name, const std::vector<RegionLocationPtr>& regions,
                std::vector<RegionMetrics>& facts, const CallOptions& options);
  Status Compact(const TableName& name, const TableRange& range, bool major,
                 const CallOptions& options);
  Status Restore(const std::string& name, const TableName& table, const CallOptions& options) {
    pb::RestoreSnapshotRequest request;
    request.mutable_snapshot()->set_name(name);
    request.mutable_snapshot()->set_table(table.ToString());
    return Change<pb::RestoreSnapshotResponse>("RestoreSnapshot", request, table, options);
  }

  const std::shared_ptr<Cluster> cluster_;
  RemoteQuotaAdmin quotas_;
};

void RemoteAdmin::AddLoads(const TableName& name, const std::vector<RegionLocationPtr>& regions,
                           std::vector<RegionMetrics>& facts, const CallOptions& options) {
  std::set<HostPort> servers;
  for (const RegionLocationPtr& region : regions) {
    if (!region->server.host.empty()) servers.insert(region->server);
  }
  const Attempts attempts(cluster_->options(), options);
  pb::GetRegionLoadRequest request;
  wire::FillTableName(name, *request.mutable_table_name());
  for (const HostPort& server : servers) {
    pb::GetRegionLoadResponse response;
    const Status status = cluster_->channels().Call(server, kAdminService, "GetRegionLoad", request,
                                                    attempts.context(), response);
    if (!status.ok()) continue;
    for (const pb::RegionLoad& load : response.region_loads()) {
      const auto found =
          std::ranges::find(facts, load.region_specifier().value(), &RegionMetrics::name);
      if (found == facts.end()) continue;
      found->read_request_count = load.read_requests_count();
      found->write_request_count = load.write_requests_count();
      found->filtered_read_request_count = load.filtered_read_requests_count();
      FamilyMetrics& all = found->families.emplace_back();
      all.store_file_size_bytes = uint64_t{load.storefile_size_mb()} << 20;
      all.memstore_size_bytes = uint64_t{load.mem_store_size_mb()} << 20;
      all.store_file_count = static_cast<int>(load.storefiles());
    }
  }
}

Status RemoteAdmin::Compact(const TableName& name, const TableRange& range, bool major,
                            const CallOptions& options) {
  const CallOptions call = base::WithDeadline(options);
  BASALT_ASSIGN_OR_RETURN(auto regions, cluster_->AllRegions(name, call));
  // Servers compact whole regions: all that overlap the range.
  std::erase_if(regions, [&](const RegionLocationPtr& region) {
    const model::RegionInfo& info = region->info;
    return (!info.end_key.empty() && info.end_key <= range.start_row) ||
           (!range.stop_row.empty() && info.start_key >= range.stop_row);
  });
  const Attempts attempts(cluster_->options(), call);
  for (const RegionLocationPtr& region : regions) {
    pb::CompactRegionRequest request;
    FillRegion(*region, *request.mutable_region());
    request.set_major(major);
    if (!range.family.empty()) request.set_family(range.family);
    pb::CompactRegionResponse response;
    BASALT_RETURN_IF_ERROR(cluster_->channels().Call(region->server, kAdminService, "CompactRegion",
                                                     request, attempts.context(), response));
  }
  // The call above only requests the compaction; it is done when no region is compacting any more.
  for (const RegionLocationPtr& region : regions) {
    pb::GetRegionInfoRequest request;
    FillRegion(*region, *request.mutable_region());
    request.set_compaction_state(true);
    for (milliseconds pause(1);; pause = std::min(pause * 2, kLongestPause)) {
      pb::GetRegionInfoResponse response;
      BASALT_RETURN_IF_ERROR(cluster_->channels().Call(
          region->server, kAdminService, "GetRegionInfo", request, attempts.context(), response));
      if (response.compaction_state() == pb::GetRegionInfoResponse::NONE) break;
      if (std::chrono::steady_clock::now() + pause >= attempts.deadline()) {
        return {StatusCode::kTimedOut, "the compaction goes on past the deadline"};
      }
      if (attempts.context().cancellation.WaitUntil(std::chrono::steady_clock::now() + pause)) {
        return base::Cancelled();
      }
    }
  }
  return {};
}

}  // namespace

std::unique_ptr<Admin> MakeRemoteAdmin(std::shared_ptr<Cluster> cluster) {
  return std::make_unique<RemoteAdmin>(cluster);
}

Result<TableDescriptor> DescribeTable(Cluster& cluster, const TableName& name,
                                      const CallOptions& options) {
  pb::GetTableDescriptorsRequest request;
  wire::FillTableName(name, *request.add_table_names());
  request.set_include_sys_tables(true);
  pb::GetTableDescriptorsResponse response;
  BASALT_RETURN_IF_ERROR(cluster.CallMaster("GetTableDescriptors", request, response, options));
  if (response.table_schema_size() == 0) {
    return Status(StatusCode::kTableNotFound, name.ToString());
  }
  return wire::ParseTable(response.table_schema(0));
}

}  // namespace basalt::client
