// Descriptors against HBase's rules: names, each attribute, and attributes against others. Pure
// functions.
#pragma once

#include "basalt/descriptor.h"

namespace basalt::model {

// A table attribute of this name that is not true turns off the checks that can be bypassed in
// HBase.
inline constexpr std::string_view kSanityChecksAttribute = "hbase.table.sanity.checks";

Status CheckFamily(const FamilyDescriptor& family, bool sanity_checks);
Status CheckTable(const TableDescriptor& table);

// HBase's checks of single values, for the table of attributes. REQUIRES: the value parses as its
// attribute's kind.
//
// Of a family:
Status CheckReplicationScope(std::string_view family, std::string_view value);
Status CheckVersions(std::string_view family, std::string_view value);
Status CheckMinVersions(std::string_view family, std::string_view value);
Status CheckCompression(std::string_view family, std::string_view value);
Status CheckTtl(std::string_view family, std::string_view value);
Status CheckBlockSize(std::string_view family, std::string_view value);
Status CheckEncryption(std::string_view family, std::string_view value);
Status CheckDfsReplication(std::string_view family, std::string_view value);

// Of a table:
Status CheckMaxFileSize(std::string_view table, std::string_view value);
Status CheckFlushSize(std::string_view table, std::string_view value);
Status CheckSplitPolicy(std::string_view table, std::string_view value);
Status CheckRegionReplication(std::string_view table, std::string_view value);

}  // namespace basalt::model
