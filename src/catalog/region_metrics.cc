#include "catalog/region_metrics.h"

#include <algorithm>
#include <utility>

namespace basalt::catalog {
namespace {

constexpr size_t kHotRows = 5;

RegionMetrics FactsOf(Region& region, std::vector<store::FamilySize> sizes, int64_t now_ms) {
  RegionMetrics facts;
  facts.name = region.name();
  facts.encoded_name = region.encoded_name();
  facts.start_key = region.info().start_key;
  facts.end_key = region.info().end_key;
  facts.region_id = region.info().region_id;
  facts.online = region.online();
  for (store::FamilySize& size : sizes) {
    facts.families.push_back(
        {std::move(size.family), size.disk_bytes, size.memstore_bytes, size.store_files});
  }
  facts.read_request_count = region.reads();
  facts.write_request_count = region.writes();
  facts.filtered_read_request_count = region.filtered_reads();
  facts.bytes_read = region.bytes_read();
  facts.bytes_written = region.bytes_written();
  hotspot::HeatProfile heat = region.heat().Profile(now_ms);
  facts.requests_per_second = heat.per_second;
  auto& keys = heat.keys;
  const size_t count = std::min(kHotRows, keys.size());
  std::partial_sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count), keys.end(),
                    [](const auto& a, const auto& b) { return a.share > b.share; });
  for (size_t i = 0; i < count; ++i) {
    facts.hot_rows.push_back({std::move(keys[i].key), keys[i].share});
  }
  const hotspot::InsertOrderCounts writes = region.insert_order().Recent(now_ms);
  facts.insert_order = {writes.samples, writes.AscendingFraction(), writes.DescendingFraction()};
  return facts;
}

}  // namespace

Result<std::vector<RegionMetrics>> CollectRegionMetrics(const Catalog& catalog,
                                                        const TableName& table) {
  BASALT_ASSIGN_OR_RETURN(const auto regions, catalog.regions().Of(table));
  BASALT_ASSIGN_OR_RETURN(auto sizes, Regions::SizesOf(regions));
  const int64_t now_ms = catalog.store()->clock().MonotonicMs();
  std::vector<RegionMetrics> facts;
  facts.reserve(regions.size());
  for (size_t i = 0; i < regions.size(); ++i) {
    facts.push_back(FactsOf(*regions[i], std::move(sizes[i]), now_ms));
  }
  return facts;
}

}  // namespace basalt::catalog
