// Whole descriptors against HBase's rules: names, each attribute, and attributes against others.
// Pure functions.
#pragma once

#include "basalt/descriptor.h"

namespace basalt::model {

// A table attribute of this name that is not true turns off the checks HBase lets go then.
inline constexpr std::string_view kSanityChecksAttribute = "hbase.table.sanity.checks";

Status CheckFamily(const FamilyDescriptor& family, bool sanity_checks);
Status CheckTable(const TableDescriptor& table);

}  // namespace basalt::model
