// Split keys that distribute a table's rows evenly over regions: from a key schema, from a sample
// of keys, or for a region size; and the distribution that given split keys yield. Pure functions.
// basalt/split_algorithm.h has HBase's algorithms, which do not look at the keys.
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

// The maximum number of regions.
inline constexpr int kMaxSplitRegions = 65536;

// Split keys and what is to be known about them.
struct BASALT_EXPORT KeySplits {
  // The start keys of all regions but the first, ascending.
  std::vector<Bytes> keys;
  // Remarks for people: what is uneven, what was assumed.
  std::vector<std::string> notes;
};

// A key of a sample with its weight: 1, or the size of its row in bytes.
struct BASALT_EXPORT WeightedKey {
  Bytes key;            // a row key
  uint64_t weight = 1;  // its part of the total
};

// Splits between the values of a leading salt, mod, bucket or enum, and within a value only when
// there are fewer values than regions; a hash, a fixed-width number or hexadecimal digits are
// divided evenly. Fails when the distribution of keys is unknown: for a leading time, text or id.
BASALT_EXPORT Result<KeySplits> SplitsFromSchema(const KeySchema& schema, int regions);

// Splits into regions of equal weight, into fewer than `regions` when the sample has fewer distinct
// keys. Split keys are the shortest that separate their neighbours.
BASALT_EXPORT Result<KeySplits> SplitsFromSample(std::vector<WeightedKey> sample, int regions);

// The number of regions of at most `region_bytes` that `total_bytes` need.
BASALT_EXPORT Result<int> RegionsForSize(uint64_t total_bytes, uint64_t region_bytes);

// The total weight of the sample's keys in each region; one element more than `splits`.
BASALT_EXPORT std::vector<uint64_t> WeightByRegion(std::span<const Bytes> splits,
                                                   std::span<const WeightedKey> sample);

// The fraction of uniformly distributed keys over an alphabet (in byte order, such as
// "0123456789abcdef") in each region.
BASALT_EXPORT std::vector<double> ShareByRegion(std::span<const Bytes> splits,
                                                std::string_view alphabet);

}  // namespace v1
}  // namespace basalt
