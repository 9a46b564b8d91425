// FuzzyRule: whether a row matches a fuzzy key, and the next row that could.
//
// Masks come in two forms. Users write 0 for a fixed byte and 1 for a wildcard. HBase's client
// turns these into 0xFF and into 0 (before version 2.6) or 2. Both may arrive; a mask that could be
// either is taken for one of the second form, as HBase does. Immutable.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "basalt/filters.h"
#include "basalt/status.h"

namespace basalt::filter {

// Fails with HBase's message if a key and its mask differ in length.
Status CheckFuzzyKeys(std::span<const FuzzyKey> keys);

// The second form of the key: its wildcard bytes are zero.
FuzzyKey NormalizeFuzzyKey(FuzzyKey key, bool mask_v2);

class FuzzyRule {
 public:
  // `key`: normalized.
  explicit FuzzyRule(const FuzzyKey& key);

  // Compares as many bytes as the shorter of row and key has.
  bool Matches(BytesView row) const;
  // A row such that no row between `row` and it (in the scan's direction) has a match with all of
  // the key; nullopt when there is none beyond `row`.
  std::optional<Bytes> NextRow(BytesView row, bool reversed) const;

 private:
  bool IsFixed(size_t position) const { return position < fixed_.size() && fixed_[position]; }

  Bytes key_;
  std::vector<bool> fixed_;
};

}  // namespace basalt::filter
