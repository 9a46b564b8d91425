// What tables there are and what they look like.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "hbase/master.pb.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;
using catalog::TableRecord;

struct Selection {
  std::string ns;  // empty: all
  std::optional<std::string> regex;
  bool with_system_tables = false;
};

template <typename Request>
Selection SelectionOf(const Request& request) {
  Selection selection;
  selection.ns = request.namespace_();
  if (request.has_regex()) selection.regex = request.regex();
  selection.with_system_tables = request.include_sys_tables();
  return selection;
}

Result<std::vector<TableRecord>> KeepMatching(std::vector<TableRecord> tables,
                                              const std::optional<std::string>& regex) {
  if (!regex) return tables;
  BASALT_ASSIGN_OR_RETURN(auto pattern, filter::NamePattern::Parse(*regex));
  std::vector<TableRecord> kept;
  for (TableRecord& table : tables) {
    BASALT_ASSIGN_OR_RETURN(const bool matches, MatchesTable(pattern, table.descriptor.name()));
    if (matches) kept.push_back(std::move(table));
  }
  return kept;
}

Result<std::vector<TableRecord>> Select(const ServerContext& context, const Selection& selection) {
  if (!selection.ns.empty()) {
    BASALT_RETURN_IF_ERROR(context.catalog().namespaces().Get(selection.ns).status());
  }
  std::vector<TableRecord> tables = context.catalog().tables().List(selection.with_system_tables);
  if (!selection.ns.empty()) {
    std::erase_if(tables, [&](const TableRecord& table) {
      return table.descriptor.name().ns() != selection.ns;
    });
  }
  // HBase sorts by the whole name as one text, namespace always included.
  std::ranges::sort(tables, {}, [](const TableRecord& table) {
    return table.descriptor.name().ns() + ":" + table.descriptor.name().qualifier();
  });
  return KeepMatching(std::move(tables), selection.regex);
}

Status GetTableDescriptors(ServerContext& context, const Call&,
                           const pb::GetTableDescriptorsRequest& request,
                           pb::GetTableDescriptorsResponse& response) {
  std::vector<TableRecord> tables;
  if (request.table_names().empty()) {
    BASALT_ASSIGN_OR_RETURN(tables, Select(context, SelectionOf(request)));
  } else {
    // Those that are not there are left out; clients make an error of it.
    for (const pb::TableName& message : request.table_names()) {
      BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(message));
      const auto entry = context.catalog().tables().Find(name);
      if (entry.ok()) tables.push_back((*entry)->record());
    }
    std::optional<std::string> regex;
    if (request.has_regex()) regex = request.regex();
    BASALT_ASSIGN_OR_RETURN(tables, KeepMatching(std::move(tables), regex));
  }
  for (const TableRecord& table : tables) {
    wire::FillTable(table.descriptor, *response.add_table_schema());
  }
  return {};
}

Status GetTableNames(ServerContext& context, const Call&, const pb::GetTableNamesRequest& request,
                     pb::GetTableNamesResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto tables, Select(context, SelectionOf(request)));
  for (const TableRecord& table : tables) {
    wire::FillTableName(table.descriptor.name(), *response.add_table_names());
  }
  return {};
}

Status ListTableDescriptorsByState(ServerContext& context, const Call&,
                                   const pb::ListTableDescriptorsByStateRequest& request,
                                   pb::ListTableDescriptorsByStateResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto tables, Select(context, {}));
  for (const TableRecord& table : tables) {
    if (table.enabled != request.is_enabled()) continue;
    wire::FillTable(table.descriptor, *response.add_table_schema());
  }
  return {};
}

Status ListTableNamesByState(ServerContext& context, const Call&,
                             const pb::ListTableNamesByStateRequest& request,
                             pb::ListTableNamesByStateResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto tables, Select(context, {}));
  for (const TableRecord& table : tables) {
    if (table.enabled != request.is_enabled()) continue;
    wire::FillTableName(table.descriptor.name(), *response.add_table_names());
  }
  return {};
}

// Of one namespace, system tables included.
Selection Whole(const std::string& ns) { return {ns, std::nullopt, true}; }

Status ListTableDescriptorsByNamespace(ServerContext& context, const Call&,
                                       const pb::ListTableDescriptorsByNamespaceRequest& request,
                                       pb::ListTableDescriptorsByNamespaceResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto tables, Select(context, Whole(request.namespacename())));
  for (const TableRecord& table : tables) {
    wire::FillTable(table.descriptor, *response.add_tableschema());
  }
  return {};
}

Status ListTableNamesByNamespace(ServerContext& context, const Call&,
                                 const pb::ListTableNamesByNamespaceRequest& request,
                                 pb::ListTableNamesByNamespaceResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto tables, Select(context, Whole(request.namespacename())));
  for (const TableRecord& table : tables) {
    wire::FillTableName(table.descriptor.name(), *response.add_tablename());
  }
  return {};
}

Status GetTableState(ServerContext& context, const Call&, const pb::GetTableStateRequest& request,
                     pb::GetTableStateResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  const auto entry = context.catalog().tables().Find(name);
  if (!entry.ok()) return {entry.status().code(), "No state found for " + name.ToString()};
  response.mutable_table_state()->set_state((*entry)->record().enabled ? pb::TableState::ENABLED
                                                                       : pb::TableState::DISABLED);
  return {};
}

Status GetSchemaAlterStatus(ServerContext& context, const Call&,
                            const pb::GetSchemaAlterStatusRequest& request,
                            pb::GetSchemaAlterStatusResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
  // A table that is disabled, or not there, has no regions that could lag behind.
  uint32_t total = 0;
  uint32_t closed = 0;
  if (FindEnabledTable(context, name).ok()) {
    BASALT_ASSIGN_OR_RETURN(const auto regions, context.catalog().regions().Of(name));
    total = static_cast<uint32_t>(regions.size());
    closed = static_cast<uint32_t>(
        std::ranges::count_if(regions, [](const auto& region) { return !region->online(); }));
  }
  response.set_yet_to_update_regions(closed);
  response.set_total_regions(total);
  return {};
}

}  // namespace

void RegisterListingVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  // These may match regular expressions over the names of all tables.
  master.Add("GetTableDescriptors", Lane::kPool, GetTableDescriptors);
  master.Add("GetTableNames", Lane::kPool, GetTableNames);
  master.Add("ListTableDescriptorsByState", Lane::kPool, ListTableDescriptorsByState);
  master.Add("ListTableNamesByState", Lane::kPool, ListTableNamesByState);
  master.Add("ListTableDescriptorsByNamespace", Lane::kPool, ListTableDescriptorsByNamespace);
  master.Add("ListTableNamesByNamespace", Lane::kPool, ListTableNamesByNamespace);
  master.Add("GetTableState", Lane::kInline, GetTableState);
  master.Add("GetSchemaAlterStatus", Lane::kInline, GetSchemaAlterStatus);
}

}  // namespace basalt::server
