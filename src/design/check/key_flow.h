// KeyFlow: the keys of a sample in insert order: whether they are monotonic (R44), and the share of
// the hottest region, in total and per time slice. Used by one thread; keeps at most kKept key
// prefixes, chosen at random.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/key_schema.h"
#include "basalt/key_splits.h"
#include "design/sample/key_reservoir.h"

namespace basalt::design {

// The load of the regions that a table with these keys would have.
struct RegionHeat {
  // A region with more than this multiple of its even share is hot.
  static constexpr double kHot = 2;

  bool from_schema = false;  // otherwise the splits are computed from the sample
  size_t regions = 0;
  // The share of the hottest region: of all keys, and the mean over the time slices.
  double hottest = 0;
  double hottest_at_a_time = 0;
  size_t slices = 0;
};

class KeyFlow {
 public:
  static constexpr size_t kKept = 100'000;
  static constexpr size_t kKeptBytes = 256;  // of each key
  // Keys are monotonic if more than this fraction is ascending, or descending.
  static constexpr double kMonotonic = 0.5;

  void Add(BytesView key);

  uint64_t keys() const { return keys_; }
  // The fractions of keys greater than all before, and less than all before.
  double ascending() const { return Share(ascending_); }
  double descending() const { return Share(descending_); }

  // Uses the schema's splits, or else splits from the sample. Consumes the kept keys.
  RegionHeat TakeHeat(const KeySchema& schema, int regions);

 private:
  double Share(uint64_t count) const {
    return keys_ < 2 ? 0 : static_cast<double>(count) / static_cast<double>(keys_ - 1);
  }

  uint64_t keys_ = 0;
  uint64_t ascending_ = 0;
  uint64_t descending_ = 0;
  Bytes highest_;
  Bytes lowest_;
  KeyReservoir kept_{kKept};
};

}  // namespace basalt::design
