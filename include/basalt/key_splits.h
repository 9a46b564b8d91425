// Where to cut a table so that its keys fall evenly into regions: from a key schema, from a sample
// of keys, for a size of regions. And what a cut is worth: how many keys each region gets.
// Pure functions. include/basalt/split_algorithm.h has the cuts that know nothing of the keys.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/export.h"
#include "basalt/key_schema.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// The largest number of regions that splits are made for.
inline constexpr int kMaxSplitRegions = 65536;

struct BASALT_EXPORT KeySplits {
  // At which the second and all later regions begin, ascending.
  std::vector<Bytes> keys;
  // What a reader should know: what is uneven, what is taken for granted.
  std::vector<std::string> notes;
};

// A key of a sample, and what it weighs: 1, or the bytes of its row.
struct BASALT_EXPORT WeightedKey {
  Bytes key;
  uint64_t weight = 1;
};

// Cuts between the values of the leading salt, mod, bucket or enum, never inside one as long as
// there are enough of them; into equal shares of a hash, of a fixed number or of hexadecimal
// digits. Fails when the schema does not tell how its keys spread: for a leading time, text or id.
BASALT_EXPORT Result<KeySplits> SplitsFromSchema(const KeySchema& schema, int regions);

// Cuts into regions of equal weight, as far as the sample's keys allow: there are fewer regions
// when it has fewer different keys. Split keys are as short as will part the two neighbours.
BASALT_EXPORT Result<KeySplits> SplitsFromSample(std::vector<WeightedKey> sample, int regions);

// How many regions of at most `region_bytes` hold so much.
BASALT_EXPORT Result<int> RegionsForSize(uint64_t total_bytes, uint64_t region_bytes);

// The weight of the sample's keys in each region: one number more than there are splits.
BASALT_EXPORT std::vector<uint64_t> WeightByRegion(std::span<const Bytes> splits,
                                                   std::span<const WeightedKey> sample);

// What share of all texts over an alphabet (in the order of bytes, as "0123456789abcdef") falls
// into each region, when all are equally likely.
BASALT_EXPORT std::vector<double> ShareByRegion(std::span<const Bytes> splits,
                                                std::string_view alphabet);

}  // namespace v1
}  // namespace basalt
