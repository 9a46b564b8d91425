// Descriptors as HBase prints them, down to the order of the attributes. Pure functions.
#pragma once

#include <cstdint>
#include <string>

#include "basalt/descriptor.h"

namespace basalt::model {

enum class Defaults : uint8_t { kOmit, kPrint };

// {NAME => 'f', VERSIONS => '3'}
std::string PrintFamily(const FamilyDescriptor& family, Defaults defaults);
// ", {TABLE_ATTRIBUTES => {READONLY => 'true'}}", or nothing when there is nothing to say.
std::string PrintTableAttributes(const TableDescriptor& table, Defaults defaults);
// 'ns:t', {TABLE_ATTRIBUTES => {...}}, {NAME => 'f', ...}
std::string PrintTable(const TableDescriptor& table, Defaults defaults);

}  // namespace basalt::model
