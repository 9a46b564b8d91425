// KeyFlow: how keys come in over time: whether they always go to one end of the table (R44), and
// how much of them the hottest region gets, over all and at any one time. Used by one thread; keeps
// at most kKept beginnings of keys, chosen at random.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/key_schema.h"
#include "basalt/key_splits.h"
#include "design/key_reservoir.h"

namespace basalt::design {

// The regions that a table with such keys would have.
struct RegionHeat {
  // A region with more than so many times its share is hot.
  static constexpr double kHot = 2;

  bool from_schema = false;  // otherwise the splits are the sample's
  size_t regions = 0;
  // The share of the hottest region: of all keys, and on average of each slice of time.
  double hottest = 0;
  double hottest_at_a_time = 0;
  size_t slices = 0;
};

class KeyFlow {
 public:
  static constexpr size_t kKept = 100'000;
  static constexpr size_t kKeptBytes = 256;  // of each key
  // Keys of which a larger share goes to one end march.
  static constexpr double kMonotonic = 0.5;

  void Add(BytesView key);

  uint64_t keys() const { return keys_; }
  // The shares of keys above all before, and below all before.
  double ascending() const { return Share(above_); }
  double descending() const { return Share(below_); }

  // With the schema's splits, or else the sample's own. Leaves no keys.
  RegionHeat TakeHeat(const KeySchema& schema, int regions);

 private:
  double Share(uint64_t count) const {
    return keys_ < 2 ? 0 : static_cast<double>(count) / static_cast<double>(keys_ - 1);
  }

  uint64_t keys_ = 0;
  uint64_t above_ = 0;
  uint64_t below_ = 0;
  Bytes highest_;
  Bytes lowest_;
  KeyReservoir kept_{kKept};
};

}  // namespace basalt::design
