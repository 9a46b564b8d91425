// Checks and work that several families of verbs need. Thread safe; functions only.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/table_entry.h"
#include "filter/name_pattern.h"

namespace basalt::server {

struct Control;

// The class of one of HBase's procedures, by its last word: how clients know a procedure.
std::string ProcedureName(std::string_view word);

// HBase's "tableName=t, state=ENABLED".
std::string StateText(const TableName& name, bool enabled);

// kTableNotFound, kTableNotEnabled.
Result<std::shared_ptr<catalog::TableEntry>> FindEnabledTable(const Control& control,
                                                              const TableName& name);

// "[a, b]": HBase's way to print a list.
std::string ListText(const std::vector<Bytes>& names);
// The error for families a table does not have; good when it has them all.
Status CheckFamilies(const TableDescriptor& table, const std::vector<Bytes>& families);

// Flushes the families, all when none is named, of an enabled table.
Status FlushWholeTable(Control& control, const TableName& name, const std::vector<Bytes>& families);

// Whether a table's name matches. Tables of the namespace default match by either form of it.
Result<bool> MatchesTable(filter::NamePattern& pattern, const TableName& name);

}  // namespace basalt::server
