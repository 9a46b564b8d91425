// The table that loads work on: rows 0000000000, 0000000001 … with one cell f:q each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hbase/common.pb.h"

namespace basalt::bench {

std::string RowKey(int i);
hbase::pb::RegionSpecifier RegionNamed(const std::string& name);

// Creates and fills it; returns the name of its region.
std::string CreateAndFill(uint16_t port, int rows, const std::string& value);
// The frame of a Multi that puts these rows.
std::string MultiPut(const std::string& region, const std::vector<int>& rows,
                     const std::string& value);

}  // namespace basalt::bench
