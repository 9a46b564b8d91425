// Row ranges and interpolation between row keys. Pure functions; thread safe.
#pragma once

#include <optional>

#include "basalt/bytes.h"

namespace basalt::copy {

// [start, stop); an empty stop is the end of the table.
struct KeyRange {
  Bytes start;
  Bytes stop;

  friend bool operator==(const KeyRange&, const KeyRange&) = default;
};

// A short key in (low, high], about in the middle. nullopt if the keys are too close.
std::optional<Bytes> KeyBetween(BytesView low, BytesView high);

// The position of `row` in the range from 0 to 1, assuming uniformly distributed keys.
double FractionOf(const KeyRange& range, BytesView row);

}  // namespace basalt::copy
