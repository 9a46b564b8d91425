// The table of a load that creates it: families from the input, attributes and regions as asked.
// Functions on values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/connection.h"
#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "transfer/load_spec.h"

namespace basalt::transfer {

struct NewTable {
  // Empty: those that the mapping, or the beginning of the first file, names.
  std::vector<std::string> families;
  // VERSIONS of the families; 0: the default.
  int32_t versions = 0;
  // KEY_SCHEMA; empty: none.
  std::string key_schema;
  // Start keys of all regions but the first.
  std::vector<Bytes> splits;
  // In place of `splits`: so many regions, by the first bytes of uniform keys. 0: one region.
  int regions = 0;
};

// kInvalidArgument if no family can be found.
Result<TableDescriptor> DescribeNewTable(const LoadSpec& spec, const NewTable& table);
// Creates the table, and its namespace.
Status CreateNewTable(Admin& admin, const TableDescriptor& descriptor, const NewTable& table);

}  // namespace basalt::transfer
