// Histograms of the keys per region for different splits, as numbers and as text (R24). Pure
// functions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::design {

struct SplitHistogram {
  std::string title;
  std::vector<Bytes> splits;
  // The number of keys per region; one more than splits.
  std::vector<double> keys;
};

// A line per region: its start key, its keys, its share, a bar.
std::string Draw(const SplitHistogram& histogram);

// Compares uniform splits by bytes, as HBase makes them from a first and a last key, with splits by
// digits, for keys of equally likely digits. `keys`: the total number of keys. REQUIRES: regions >=
// 3.
Result<std::vector<SplitHistogram>> CompareDigitSplits(bool hexadecimal, int regions, double keys);

}  // namespace basalt::design
