// Conversion of names, descriptors and regions from and to their messages. Pure functions.
#pragma once

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "hbase/common.pb.h"
#include "model/region_info.h"

namespace basalt::wire {

Result<TableName> ParseTableName(const hbase::pb::TableName& message);
void FillTableName(const TableName& name, hbase::pb::TableName& message);

// Does not validate. Families get the attributes that HBase always writes, with their defaults if
// unset: clients of different versions send different ones.
Result<TableDescriptor> ParseTable(const hbase::pb::TableSchema& message);
void FillTable(const TableDescriptor& table, hbase::pb::TableSchema& message);
FamilyDescriptor ParseFamily(const hbase::pb::ColumnFamilySchema& message);
void FillFamily(const FamilyDescriptor& family, hbase::pb::ColumnFamilySchema& message);

NamespaceDescriptor ParseNamespace(const hbase::pb::NamespaceDescriptor& message);
void FillNamespace(const NamespaceDescriptor& ns, hbase::pb::NamespaceDescriptor& message);

Result<model::RegionInfo> ParseRegionInfo(const hbase::pb::RegionInfo& message);
void FillRegionInfo(const model::RegionInfo& region, hbase::pb::RegionInfo& message);

}  // namespace basalt::wire
