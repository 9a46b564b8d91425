// Ranges of rows into which a table is cut. Pure functions.
#pragma once

#include <vector>

#include "basalt/status.h"
#include "model/region_info.h"

namespace basalt::catalog {

// Sorts the keys at which regions are to begin and refuses those HBase refuses.
Status CheckSplits(std::vector<Bytes>& splits);

// The regions of a table that is cut at the splits, all with one id.
std::vector<model::RegionInfo> CutAt(const TableName& table, const std::vector<Bytes>& splits,
                                     int64_t region_id);

// Regions for the rows that none of `regions`, in the order of their start keys, covers.
std::vector<model::RegionInfo> FillHoles(const TableName& table,
                                         const std::vector<model::RegionInfo>& regions,
                                         int64_t region_id);

}  // namespace basalt::catalog
