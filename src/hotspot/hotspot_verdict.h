// The verdict on a table's writes: whether they march, and all into one place. Pure functions.
//
// Marching alone is healthy: in a table that is salted and cut by its salts, every region's writes
// march, and they are spread. What hurts is marching where one region, or a few of many, takes
// nearly all writes at its edge; no split helps there, as the front moves on into the new region.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "basalt/bytes.h"
#include "hotspot/insert_order.h"

namespace basalt::hotspot {

// What came into one region in the time that is judged.
struct RegionWrites {
  InsertOrderCounts writes;
  Bytes start_key;
  Bytes last_key;
};

struct HotspotVerdict {
  // Fewer samples say nothing.
  static constexpr uint64_t kEnough = 64;
  // The part of its writes with which a region marches; of random ones a tenth goes above.
  static constexpr double kMarches = 0.75;
  // The part of a table's writes that the regions of the front take.
  static constexpr double kNearlyAllWrites = 0.9;
  // So many regions are few whatever the table has; and few of it, if it has so many times more.
  static constexpr size_t kFew = 3;
  static constexpr size_t kFarMore = 16;

  bool enough = false;    // to judge
  bool marching = false;  // into one place
  bool upwards = false;   // otherwise below all before
  uint64_t samples = 0;
  // The part of the front's writes that were above, or below, nearly all before.
  double share = 0;
  size_t regions = 0;
  // The fewest regions that take nearly all writes, and which part they take.
  size_t front_regions = 0;
  double front_share = 0;
  // Of the busiest region.
  Bytes start_key;
  Bytes last_key;

  // For people: "97 % of the last 4100 sampled writes ...".
  std::string ToString() const;
};

HotspotVerdict JudgeWrites(std::span<const RegionWrites> regions);

}  // namespace basalt::hotspot
