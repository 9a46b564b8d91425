// The syntax of names: namespaces, tables and column families. Errors carry HBase's messages.
#pragma once

#include <string_view>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::model {

inline constexpr std::string_view kDefaultNamespace = "default";
inline constexpr char kNamespaceDelimiter = ':';
inline constexpr size_t kMaxSnapshotNameLength = 255;
inline constexpr std::string_view kMetaTableName = "hbase:meta";

Status CheckNamespaceName(std::string_view name);
Status CheckTableQualifier(std::string_view qualifier);
// The rules of table names; the name must also be valid as the name of a directory.
Status CheckSnapshotName(std::string_view name);
Status CheckFamilyName(BytesView name);

}  // namespace basalt::model
