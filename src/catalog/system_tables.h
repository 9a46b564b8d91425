// The tables the catalog keeps for itself, as HBase declares them: hbase:meta says where regions
// are, hbase:namespace what namespaces there are. Pure functions.
#pragma once

#include "basalt/descriptor.h"

namespace basalt::catalog {

TableDescriptor MetaDescriptor();
TableDescriptor NamespaceTableDescriptor();

// The two above. Other tables of the namespace hbase are users' affairs.
bool IsCatalogTable(const TableName& name);

}  // namespace basalt::catalog
