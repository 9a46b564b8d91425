#include "hotspot/hotspot_verdict.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace basalt::hotspot {
namespace {

std::string Which(const HotspotVerdict& front) {
  if (front.regions == 1) return "the only region takes them all";
  return fmt::format("{} of {} regions {} {:.0f} % of all writes",
                     front.front_regions == 1 ? "one" : std::to_string(front.front_regions),
                     front.regions, front.front_regions == 1 ? "takes" : "take",
                     100 * front.front_share);
}

}  // namespace

HotspotVerdict JudgeWrites(std::span<const RegionWrites> regions) {
  HotspotVerdict front;
  front.regions = regions.size();
  for (const RegionWrites& region : regions) front.samples += region.writes.samples;
  front.enough = front.samples >= HotspotVerdict::kEnough;
  if (front.samples == 0) return front;

  std::vector<size_t> busiest(regions.size());
  std::iota(busiest.begin(), busiest.end(), size_t{0});
  std::stable_sort(busiest.begin(), busiest.end(), [&](size_t a, size_t b) {
    return regions[a].writes.samples > regions[b].writes.samples;
  });
  InsertOrderCounts taken;
  for (const size_t at : busiest) {
    taken += regions[at].writes;
    ++front.front_regions;
    front.front_share = static_cast<double>(taken.samples) / static_cast<double>(front.samples);
    if (front.front_share >= HotspotVerdict::kNearlyAllWrites) break;
  }
  front.upwards = taken.above >= taken.below;
  front.share = front.upwards ? taken.ShareAbove() : taken.ShareBelow();
  front.start_key = regions[busiest[0]].start_key;
  front.last_key = regions[busiest[0]].last_key;

  const size_t count = front.front_regions;
  const bool few = count == 1 || (count <= HotspotVerdict::kFew &&
                                  count * HotspotVerdict::kFarMore <= front.regions);
  front.marching = front.enough && few && front.share >= HotspotVerdict::kMarches;
  return front;
}

std::string HotspotVerdict::ToString() const {
  return fmt::format(
      "{:.0f} % of the last {} sampled writes were {} nearly all before them, and {}, from {} on; "
      "the last row was {}",
      100 * share, samples, upwards ? "above" : "below", Which(*this),
      start_key.empty() ? "the beginning" : ToStringBinary(start_key), ToStringBinary(last_key));
}

}  // namespace basalt::hotspot
