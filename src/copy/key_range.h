// Ranges of rows, and places between two rows. Pure functions; thread safe.
#pragma once

#include <optional>

#include "basalt/bytes.h"

namespace basalt::copy {

// [start, stop); an empty stop is the table's end.
struct KeyRange {
  Bytes start;
  Bytes stop;

  friend bool operator==(const KeyRange&, const KeyRange&) = default;
};

// A short key above `low` and not above `high`, about in the middle. nullopt: too close together.
std::optional<Bytes> KeyBetween(BytesView low, BytesView high);

// How far `row` is in the range, from 0 to 1, as if rows were spread evenly.
double FractionOf(const KeyRange& range, BytesView row);

}  // namespace basalt::copy
