// ValueSet: the values of a field that a condition allows. Conjunct: one alternative of a condition
// in disjunctive normal form, a set per field. Value types.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "basalt/key_plan.h"
#include "keys/layout.h"

namespace basalt::keys {

// Ordinals from `low` to `high`, inclusive.
struct OrdinalInterval {
  uint64_t low = 0;
  uint64_t high = 0;
};

// Bytes from `low` (inclusive) to `high` (exclusive, may be open).
struct BytesInterval {
  Bytes low;
  std::optional<Bytes> high;

  // Whether the interval holds exactly one value.
  bool IsPoint() const {
    return high && high->size() == low.size() + 1 && high->back() == '\0' &&
           BytesView(*high).substr(0, low.size()) == low;
  }
};

// Sorted, without overlaps. Ordinal types use `ordinals`, others `bytes`.
struct ValueSet {
  std::vector<OrdinalInterval> ordinals;
  std::vector<BytesInterval> bytes;

  bool empty() const { return ordinals.empty() && bytes.empty(); }
};

ValueSet Intersect(const ValueSet& a, const ValueSet& b);
bool Contains(const FieldType& type, const ValueSet& set, const KeyValue& value);
// The values, if there are at most `most`; `single` requires that none comes from an interval.
std::optional<std::vector<KeyValue>> ValuesOf(const FieldType& type, const ValueSet& set,
                                              uint64_t most, bool single);

// Appends the smallest and the largest encoding of the interval's values.
void AppendBounds(const Part& part, const OrdinalInterval& interval, Bytes& first, Bytes& last);

struct Conjunct {
  std::map<size_t, ValueSet> sets;  // by field
};

// The condition in disjunctive normal form, without unsatisfiable alternatives. Fails on values
// that do not fit their fields, and on too many alternatives.
Result<std::vector<Conjunct>> Alternatives(const Layout& layout, const KeyCondition& condition);

}  // namespace basalt::keys
