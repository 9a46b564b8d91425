#include "catalog/region_ranges.h"

#include <algorithm>

#include <fmt/format.h>

namespace basalt::catalog {
namespace {

model::RegionInfo MakeRegion(const TableName& table, Bytes start, Bytes end, int64_t region_id) {
  model::RegionInfo region{table, std::move(start), std::move(end)};
  region.region_id = region_id;
  return region;
}

}  // namespace

Status CheckSplits(std::vector<Bytes>& splits) {
  std::sort(splits.begin(), splits.end());
  if (!splits.empty() && splits.front().empty()) {
    return {StatusCode::kInvalidArgument, "Empty split key must not be passed in the split keys."};
  }
  const auto twin = std::adjacent_find(splits.begin(), splits.end());
  if (twin != splits.end()) {
    return {StatusCode::kInvalidArgument,
            fmt::format("All split keys must be unique, found duplicate: {}, {}",
                        ToStringBinary(*twin), ToStringBinary(*twin))};
  }
  return {};
}

std::vector<model::RegionInfo> CutAt(const TableName& table, const std::vector<Bytes>& splits,
                                     int64_t region_id) {
  std::vector<model::RegionInfo> regions;
  Bytes start;
  for (const Bytes& split : splits) {
    regions.push_back(MakeRegion(table, start, split, region_id));
    start = split;
  }
  regions.push_back(MakeRegion(table, start, {}, region_id));
  return regions;
}

std::vector<model::RegionInfo> FillHoles(const TableName& table,
                                         const std::vector<model::RegionInfo>& regions,
                                         int64_t region_id) {
  std::vector<model::RegionInfo> holes;
  Bytes covered;  // all rows before it are
  for (const model::RegionInfo& region : regions) {
    if (region.start_key > covered) {
      holes.push_back(MakeRegion(table, covered, region.start_key, region_id));
    }
    if (region.end_key.empty()) return holes;
    covered = std::max(covered, region.end_key);
  }
  holes.push_back(MakeRegion(table, covered, {}, region_id));
  return holes;
}

}  // namespace basalt::catalog
