// DDL of tables and their families. What HBase checks before it answers is an error of the call;
// what its procedure finds out later is the procedure's outcome.
#include <array>
#include <vector>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "hbase/master.pb.h"
#include "model/store_file_tracker.h"
#include "quota/quota_manager.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

// The tables Basalt itself lives on.
bool IsCatalogTable(const TableName& name) {
  return name == model::MetaTableName() || name == model::NamespaceTableName();
}

Status RefuseCatalogTable(const TableName& name) {
  if (!IsCatalogTable(name)) return {};
  return {StatusCode::kDoNotRetry, "Can't modify catalog tables"};
}

// What HBase asks of a table before it is deleted.
Status CheckDeletable(const ServerContext& context, const TableName& name) {
  if (name == model::MetaTableName()) BASALT_RETURN_IF_ERROR(RefuseCatalogTable(name));
  BASALT_ASSIGN_OR_RETURN(const auto entry, context.catalog().tables().Find(name));
  if (!entry->record().enabled) return {};
  return {StatusCode::kTableNotDisabled, "Not DISABLED; " + StateText(name, true)};
}

Status CreateTable(ServerContext& context, const Call&, const pb::CreateTableRequest& request,
                   pb::CreateTableResponse& response) {
  BASALT_ASSIGN_OR_RETURN(TableDescriptor table, wire::ParseTable(request.table_schema()));
  BASALT_RETURN_IF_ERROR(context.catalog().namespaces().Get(table.name().ns()).status());
  // HBase's master adds these two to what it is sent.
  if (!table.attributes().contains("IS_META")) table.SetAttribute("IS_META", "false");
  if (!table.attributes().contains(std::string(model::kTrackerKey))) {
    table.SetAttribute(std::string(model::kTrackerKey), "DEFAULT");
  }
  const std::vector<Bytes> splits(request.split_keys().begin(), request.split_keys().end());
  return Submit(context, ProcedureName("CreateTableProcedure"), request, response, Errors::kAtOnce,
                [&](catalog::Procedure& procedure) {
                  return context.catalog().tables().Create(table, splits, &procedure);
                });
}

Status DeleteTable(ServerContext& context, const Call&, const pb::DeleteTableRequest& request,
                   pb::DeleteTableResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  return Submit(context, ProcedureName("DeleteTableProcedure"), request, response, Errors::kAtOnce,
                [&](catalog::Procedure& procedure) -> Status {
                  BASALT_RETURN_IF_ERROR(CheckDeletable(context, name));
                  BASALT_RETURN_IF_ERROR(context.catalog().tables().Delete(name, &procedure));
                  // The table is gone, whatever becomes of its quotas.
                  if (const Status status = context.quotas().ForgetTable(name); !status.ok()) {
                    SPDLOG_WARN("cannot remove the quotas of table {}: {}", name.ToString(),
                                status.ToString());
                  }
                  return {};
                });
}

Status TruncateTable(ServerContext& context, const Call&, const pb::TruncateTableRequest& request,
                     pb::TruncateTableResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.tablename()));
  return Submit(context, ProcedureName("TruncateTableProcedure"), request, response,
                Errors::kAtOnce, [&](catalog::Procedure& procedure) -> Status {
                  BASALT_ASSIGN_OR_RETURN(const auto entry, context.catalog().tables().Find(name));
                  if (entry->record().enabled) {
                    return {StatusCode::kTableNotDisabled, name.ToString()};
                  }
                  return context.catalog().tables().Truncate(name, request.preservesplits(),
                                                             &procedure);
                });
}

Status EnableTable(ServerContext& context, const Call& call, const pb::EnableTableRequest& request,
                   pb::EnableTableResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  // Clients that know procedures are told by them.
  const Errors errors = call.connection.AtLeast(1, 1) ? Errors::kAsOutcome : Errors::kAtOnce;
  return Submit(context, ProcedureName("EnableTableProcedure"), request, response, errors,
                [&](catalog::Procedure& procedure) -> Status {
                  BASALT_ASSIGN_OR_RETURN(const auto entry, context.catalog().tables().Find(name));
                  if (entry->record().enabled) {
                    return {StatusCode::kTableNotDisabled, StateText(name, true)};
                  }
                  BASALT_RETURN_IF_ERROR(context.quotas().space().CheckEnable(name));
                  return context.catalog().tables().SetEnabled(name, true, &procedure);
                });
}

Status DisableTable(ServerContext& context, const Call&, const pb::DisableTableRequest& request,
                    pb::DisableTableResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  return Submit(context, ProcedureName("DisableTableProcedure"), request, response, Errors::kAtOnce,
                [&](catalog::Procedure& procedure) -> Status {
                  if (IsCatalogTable(name)) {
                    return {StatusCode::kConstraint, "Cannot disable " + name.ToString()};
                  }
                  BASALT_ASSIGN_OR_RETURN(const auto entry, context.catalog().tables().Find(name));
                  if (!entry->record().enabled) {
                    return {StatusCode::kTableNotEnabled, name.ToString()};
                  }
                  return context.catalog().tables().SetEnabled(name, false, &procedure);
                });
}

std::vector<std::string> Coprocessors(const TableDescriptor& table) {
  std::vector<std::string> found;
  for (const auto& [key, value] : table.attributes()) {
    if (key.starts_with("coprocessor$")) found.push_back(key + value);
  }
  return found;
}

// What may not change when the caller asks for a change that does not reopen the regions.
Status CheckWithoutReopen(const TableDescriptor& before, const TableDescriptor& after) {
  const auto refuse = [](std::string message) {
    return Status(StatusCode::kDoNotRetry, std::move(message));
  };
  if (before.families().size() != after.families().size()) {
    return refuse(
        "Cannot add or remove column families when this modification won't reopen regions.");
  }
  if (Coprocessors(before) != Coprocessors(after)) {
    return refuse("Can not modify Coprocessor when table modification won't reopen regions");
  }
  const std::array<std::string, 3> fixed = {"REGION_REPLICATION", "REGION_MEMSTORE_REPLICATION",
                                            "hbase.rsgroup.name"};
  for (const std::string& key : fixed) {
    if (before.GetAttribute(key) == after.GetAttribute(key)) continue;
    return refuse(
        fmt::format("Can not modify {} of a table when modification won't reopen regions", key));
  }
  return {};
}

Status ModifyTable(ServerContext& context, const Call&, const pb::ModifyTableRequest& request,
                   pb::ModifyTableResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor table, wire::ParseTable(request.table_schema()));
  return Submit(context, ProcedureName("ModifyTableProcedure"), request, response, Errors::kAtOnce,
                [&](catalog::Procedure& procedure) -> Status {
                  BASALT_RETURN_IF_ERROR(RefuseCatalogTable(table.name()));
                  if (!request.reopen_regions()) {
                    BASALT_ASSIGN_OR_RETURN(const auto entry,
                                            context.catalog().tables().Find(table.name()));
                    BASALT_RETURN_IF_ERROR(CheckWithoutReopen(entry->record().descriptor, table));
                  }
                  return context.catalog().tables().Modify(table, &procedure);
                });
}

Status AddColumn(ServerContext& context, const Call&, const pb::AddColumnRequest& request,
                 pb::AddColumnResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  BASALT_RETURN_IF_ERROR(context.catalog().tables().Find(name).status());
  return Submit(context, ProcedureName("ModifyTableProcedure"), request, response, Errors::kAtOnce,
                [&](catalog::Procedure& procedure) -> Status {
                  BASALT_RETURN_IF_ERROR(RefuseCatalogTable(name));
                  return context.catalog().tables().AddFamily(
                      name, wire::ParseFamily(request.column_families()), &procedure);
                });
}

Status ModifyColumn(ServerContext& context, const Call&, const pb::ModifyColumnRequest& request,
                    pb::ModifyColumnResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  BASALT_RETURN_IF_ERROR(context.catalog().tables().Find(name).status());
  return Submit(context, ProcedureName("ModifyTableProcedure"), request, response, Errors::kAtOnce,
                [&](catalog::Procedure& procedure) -> Status {
                  BASALT_RETURN_IF_ERROR(RefuseCatalogTable(name));
                  return context.catalog().tables().ModifyFamily(
                      name, wire::ParseFamily(request.column_families()), &procedure);
                });
}

Status DeleteColumn(ServerContext& context, const Call&, const pb::DeleteColumnRequest& request,
                    pb::DeleteColumnResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  BASALT_RETURN_IF_ERROR(context.catalog().tables().Find(name).status());
  return Submit(context, ProcedureName("ModifyTableProcedure"), request, response, Errors::kAtOnce,
                [&](catalog::Procedure& procedure) -> Status {
                  BASALT_RETURN_IF_ERROR(RefuseCatalogTable(name));
                  return context.catalog().tables().DeleteFamily(name, request.column_name(),
                                                                 &procedure);
                });
}

// What HBase refuses before a change of trackers becomes a procedure.
Status CheckTrackerTarget(const ServerContext& context, const TableName& name,
                          const std::string& target) {
  BASALT_ASSIGN_OR_RETURN(const auto tracker, model::ParseStoreFileTracker(target));
  if (tracker == model::StoreFileTracker::kMigration) {
    return {StatusCode::kDoNotRetry, "Do not need to transfer to " + target};
  }
  BASALT_RETURN_IF_ERROR(FindEnabledTable(context, name).status());
  return RefuseCatalogTable(name);
}

Status ModifyTableStoreFileTracker(ServerContext& context, const Call&,
                                   const pb::ModifyTableStoreFileTrackerRequest& request,
                                   pb::ModifyTableStoreFileTrackerResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  BASALT_RETURN_IF_ERROR(CheckTrackerTarget(context, name, request.dst_sft()));
  return Submit(context, ProcedureName("ModifyTableStoreFileTrackerProcedure"), request, response,
                Errors::kAsOutcome, [&](catalog::Procedure& procedure) {
                  return context.catalog().tables().MigrateTracker(name, std::nullopt,
                                                                   request.dst_sft(), &procedure);
                });
}

Status ModifyColumnStoreFileTracker(ServerContext& context, const Call&,
                                    const pb::ModifyColumnStoreFileTrackerRequest& request,
                                    pb::ModifyColumnStoreFileTrackerResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  BASALT_RETURN_IF_ERROR(CheckTrackerTarget(context, name, request.dst_sft()));
  return Submit(context, ProcedureName("ModifyColumnFamilyStoreFileTrackerProcedure"), request,
                response, Errors::kAsOutcome, [&](catalog::Procedure& procedure) {
                  return context.catalog().tables().MigrateTracker(name, request.family(),
                                                                   request.dst_sft(), &procedure);
                });
}

Status FlushTable(ServerContext& context, const Call&, const pb::FlushTableRequest& request,
                  pb::FlushTableResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  std::vector<Bytes> families;
  for (const Bytes& family : request.column_family()) {
    if (!family.empty()) families.push_back(family);
  }
  return Submit(context, ProcedureName("FlushTableProcedure"), request, response,
                Errors::kAsOutcome,
                [&](catalog::Procedure&) { return FlushWholeTable(context, name, families); });
}

}  // namespace

void RegisterTableVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("CreateTable", Lane::kPool, CreateTable);
  master.Add("DeleteTable", Lane::kPool, DeleteTable);
  master.Add("truncateTable", Lane::kPool, TruncateTable);
  master.Add("EnableTable", Lane::kPool, EnableTable);
  master.Add("DisableTable", Lane::kPool, DisableTable);
  master.Add("ModifyTable", Lane::kPool, ModifyTable);
  master.Add("AddColumn", Lane::kPool, AddColumn);
  master.Add("ModifyColumn", Lane::kPool, ModifyColumn);
  master.Add("DeleteColumn", Lane::kPool, DeleteColumn);
  master.Add("ModifyTableStoreFileTracker", Lane::kPool, ModifyTableStoreFileTracker);
  master.Add("ModifyColumnStoreFileTracker", Lane::kPool, ModifyColumnStoreFileTracker);
  master.Add("FlushTable", Lane::kPool, FlushTable);
}

}  // namespace basalt::server
