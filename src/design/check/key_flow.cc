#include "design/check/key_flow.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace basalt::design {
namespace {

double HottestShare(std::span<const Bytes> splits, std::span<const WeightedKey> keys) {
  if (keys.empty()) return 0;
  const std::vector<uint64_t> weights = WeightByRegion(splits, keys);
  return static_cast<double>(*std::max_element(weights.begin(), weights.end())) /
         static_cast<double>(keys.size());
}

}  // namespace

void KeyFlow::Add(BytesView key) {
  if (keys_++ == 0) {
    highest_ = key;
    lowest_ = key;
  } else if (key > highest_) {
    ++ascending_;
    highest_ = key;
  } else if (key < lowest_) {
    ++descending_;
    lowest_ = key;
  }
  kept_.Add(key.substr(0, kKeptBytes), 1);
}

RegionHeat KeyFlow::TakeHeat(const KeySchema& schema, int regions) {
  RegionHeat heat;
  const std::vector<WeightedKey> keys = kept_.Take();
  auto splits = SplitsFromSchema(schema, regions);
  heat.from_schema = splits.ok();
  if (!splits.ok()) splits = SplitsFromSample(keys, regions);
  if (!splits.ok()) return heat;
  heat.regions = splits->keys.size() + 1;
  heat.hottest = HottestShare(splits->keys, keys);
  // Each slice has enough keys that no region looks hot by chance.
  heat.slices = std::clamp<size_t>(keys.size() / 200, 1, 20);
  for (size_t i = 0; i < heat.slices; ++i) {
    const size_t from = keys.size() * i / heat.slices;
    const size_t to = keys.size() * (i + 1) / heat.slices;
    heat.hottest_at_a_time += HottestShare(splits->keys, std::span(keys).subspan(from, to - from)) /
                              static_cast<double>(heat.slices);
  }
  return heat;
}

}  // namespace basalt::design
