#include "wire/descriptor_messages.h"

#include <utility>

#include "model/attributes.h"

namespace basalt::wire {
namespace {

// Joined for TableName::Parse, so that the naming rules are in one place.
std::string WholeName(const hbase::pb::TableName& message) {
  return message.namespace_().empty() ? message.qualifier()
                                      : message.namespace_() + ":" + message.qualifier();
}

// HBase sets every attribute that it always prints; older clients do not send all of them.
FamilyDescriptor Complete(FamilyDescriptor family) {
  for (const model::AttributeSpec& spec : model::FamilyAttributes()) {
    if (spec.presence != model::Presence::kAlways) continue;
    std::string name(spec.name);
    if (family.attributes().contains(name)) continue;
    family.SetAttribute(std::move(name), std::string(spec.default_value));
  }
  return family;
}

}  // namespace

Result<TableName> ParseTableName(const hbase::pb::TableName& message) {
  return TableName::Parse(WholeName(message));
}

void FillTableName(const TableName& name, hbase::pb::TableName& message) {
  message.set_namespace_(name.ns());
  message.set_qualifier(name.qualifier());
}

FamilyDescriptor ParseFamily(const hbase::pb::ColumnFamilySchema& message) {
  FamilyDescriptor family(message.name());
  for (const auto& pair : message.attributes()) family.SetAttribute(pair.first(), pair.second());
  for (const auto& pair : message.configuration()) {
    family.SetConfiguration(pair.name(), pair.value());
  }
  return Complete(std::move(family));
}

void FillFamily(const FamilyDescriptor& family, hbase::pb::ColumnFamilySchema& message) {
  message.set_name(family.name());
  const FamilyDescriptor complete = Complete(family);
  for (const auto& [key, value] : complete.attributes()) {
    auto& pair = *message.add_attributes();
    pair.set_first(key);
    pair.set_second(value);
  }
  for (const auto& [key, value] : family.configuration()) {
    auto& pair = *message.add_configuration();
    pair.set_name(key);
    pair.set_value(value);
  }
}

Result<TableDescriptor> ParseTable(const hbase::pb::TableSchema& message) {
  BASALT_ASSIGN_OR_RETURN(TableName name, ParseTableName(message.table_name()));
  TableDescriptor table(std::move(name));
  for (const auto& pair : message.attributes()) table.SetAttribute(pair.first(), pair.second());
  // HBase 2 keeps a table's configuration among its attributes.
  for (const auto& pair : message.configuration()) table.SetAttribute(pair.name(), pair.value());
  for (const auto& family : message.column_families()) {
    BASALT_RETURN_IF_ERROR(table.AddFamily(ParseFamily(family)));
  }
  return table;
}

void FillTable(const TableDescriptor& table, hbase::pb::TableSchema& message) {
  FillTableName(table.name(), *message.mutable_table_name());
  for (const auto& [key, value] : table.attributes()) {
    auto& pair = *message.add_attributes();
    pair.set_first(key);
    pair.set_second(value);
  }
  for (const FamilyDescriptor& family : table.families()) {
    FillFamily(family, *message.add_column_families());
  }
}

NamespaceDescriptor ParseNamespace(const hbase::pb::NamespaceDescriptor& message) {
  NamespaceDescriptor ns;
  ns.name = message.name();
  for (const auto& pair : message.configuration()) ns.configuration[pair.name()] = pair.value();
  return ns;
}

void FillNamespace(const NamespaceDescriptor& ns, hbase::pb::NamespaceDescriptor& message) {
  message.set_name(ns.name);
  for (const auto& [key, value] : ns.configuration) {
    auto& pair = *message.add_configuration();
    pair.set_name(key);
    pair.set_value(value);
  }
}

Result<model::RegionInfo> ParseRegionInfo(const hbase::pb::RegionInfo& message) {
  BASALT_ASSIGN_OR_RETURN(TableName name, ParseTableName(message.table_name()));
  model::RegionInfo region{.table = std::move(name)};
  region.start_key = message.start_key();
  region.end_key = message.end_key();
  region.region_id = static_cast<int64_t>(message.region_id());
  region.offline = message.offline();
  region.split = message.split();
  region.replica_id = message.replica_id();
  return region;
}

void FillRegionInfo(const model::RegionInfo& region, hbase::pb::RegionInfo& message) {
  message.set_region_id(static_cast<uint64_t>(region.region_id));
  FillTableName(region.table, *message.mutable_table_name());
  message.set_start_key(region.start_key);
  message.set_end_key(region.end_key);
  message.set_offline(region.offline);
  message.set_split(region.split);
  message.set_replica_id(region.replica_id);
}

}  // namespace basalt::wire
