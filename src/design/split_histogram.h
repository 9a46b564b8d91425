// How many keys each region gets under two ways of cutting, as numbers and as a picture (R24). Pure
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
  // One more than there are splits.
  std::vector<double> keys;
};

// A line for each region: where it begins, its keys, its share, a bar.
std::string Draw(const SplitHistogram& picture);

// Keys of these digits, equally likely: cut by bytes from the lowest text to the highest, as a
// table made with a first and a last key is; and cut by digits. `keys`: how many there are in all.
// kInvalidArgument when regions < 3.
Result<std::vector<SplitHistogram>> CompareDigitSplits(bool hexadecimal, int regions, double keys);

}  // namespace basalt::design
