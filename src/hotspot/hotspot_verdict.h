// Decides whether monotonic row keys hotspot a table. Pure functions.
//
// Monotonic keys alone are healthy: in a table that is salted and pre-split by its salts, the keys
// of every region are monotonic, and the load is spread. The table has a hotspot when one region,
// or a few of many, takes nearly all writes at its edge. No split helps then, as the writes move
// on into the new region.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "basalt/bytes.h"
#include "hotspot/insert_order.h"

namespace basalt::hotspot {

// The writes to one region in the period that is judged.
struct RegionWrites {
  InsertOrderCounts writes;
  Bytes start_key;
  Bytes last_key;
};

struct HotspotVerdict {
  // No verdict is given on fewer samples.
  static constexpr uint64_t kMinSamples = 64;
  // Keys are monotonic if this fraction of them is; of random keys a tenth counts as ascending.
  static constexpr double kMinMonotonicFraction = 0.75;
  // The hot regions are the fewest that take this fraction of the table's writes.
  static constexpr double kMinHotShare = 0.9;
  // One hot region is a hotspot. More are one up to kMaxHotRegions, in a table that has at least
  // kRegionsPerHotRegion times as many regions.
  static constexpr size_t kMaxHotRegions = 3;
  static constexpr size_t kRegionsPerHotRegion = 16;

  bool has_enough_samples = false;
  bool is_hotspot = false;
  bool ascending = false;  // otherwise descending
  uint64_t samples = 0;
  // The fraction of the inserts into the hot regions that were in this order.
  double monotonic_fraction = 0;
  size_t regions = 0;
  size_t hot_regions = 0;
  // The fraction of all writes that the hot regions take.
  double hot_share = 0;
  // Of the busiest region.
  Bytes start_key;
  Bytes last_key;

  // For logs: "97 % of the last 4100 sampled writes ...".
  std::string ToString() const;
};

HotspotVerdict JudgeWrites(std::span<const RegionWrites> regions);

}  // namespace basalt::hotspot
