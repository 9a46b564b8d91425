#include "hotspot/hotspot_verdict.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace basalt::hotspot {
namespace {

std::string HotRegionsText(const HotspotVerdict& verdict) {
  if (verdict.regions == 1) return "the only region takes them all";
  return fmt::format("{} of {} regions {} {:.0f} % of all writes",
                     verdict.hot_regions == 1 ? "one" : std::to_string(verdict.hot_regions),
                     verdict.regions, verdict.hot_regions == 1 ? "takes" : "take",
                     100 * verdict.hot_share);
}

}  // namespace

HotspotVerdict JudgeWrites(std::span<const RegionWrites> regions) {
  HotspotVerdict verdict;
  verdict.regions = regions.size();
  for (const RegionWrites& region : regions) verdict.samples += region.writes.samples;
  verdict.has_enough_samples = verdict.samples >= HotspotVerdict::kMinSamples;
  if (verdict.samples == 0) return verdict;

  std::vector<size_t> busiest(regions.size());
  std::iota(busiest.begin(), busiest.end(), size_t{0});
  std::stable_sort(busiest.begin(), busiest.end(), [&](size_t a, size_t b) {
    return regions[a].writes.samples > regions[b].writes.samples;
  });
  InsertOrderCounts taken;
  for (const size_t at : busiest) {
    taken += regions[at].writes;
    ++verdict.hot_regions;
    verdict.hot_share = static_cast<double>(taken.samples) / static_cast<double>(verdict.samples);
    if (verdict.hot_share >= HotspotVerdict::kMinHotShare) break;
  }
  verdict.ascending = taken.ascending >= taken.descending;
  verdict.monotonic_fraction =
      verdict.ascending ? taken.AscendingFraction() : taken.DescendingFraction();
  verdict.start_key = regions[busiest[0]].start_key;
  verdict.last_key = regions[busiest[0]].last_key;

  const size_t count = verdict.hot_regions;
  const bool few = count == 1 || (count <= HotspotVerdict::kMaxHotRegions &&
                                  count * HotspotVerdict::kRegionsPerHotRegion <= verdict.regions);
  verdict.is_hotspot = verdict.has_enough_samples && few &&
                       verdict.monotonic_fraction >= HotspotVerdict::kMinMonotonicFraction;
  return verdict;
}

std::string HotspotVerdict::ToString() const {
  return fmt::format(
      "{:.0f} % of the last {} sampled writes had monotonically {} row keys, and {}; the hot "
      "region "
      "starts at {}, the last row was {}",
      100 * monotonic_fraction, samples, ascending ? "increasing" : "decreasing",
      HotRegionsText(*this),
      start_key.empty() ? "the beginning of the table" : ToStringBinary(start_key),
      ToStringBinary(last_key));
}

}  // namespace basalt::hotspot
