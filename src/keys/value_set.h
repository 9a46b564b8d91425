// ValueSet: the values of a field that a condition allows. Conjunct: one alternative of a
// condition: a set for each field it speaks of. Values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "basalt/key_plan.h"
#include "keys/layout.h"

namespace basalt::keys {

// Of ordinals, both ends included.
struct OrdinalInterval {
  uint64_t low = 0;
  uint64_t high = 0;
};

// Of bytes, from `low` to before `high`, which may be open.
struct BytesInterval {
  Bytes low;
  std::optional<Bytes> high;

  // The one value in it.
  bool IsPoint() const {
    return high && high->size() == low.size() + 1 && high->back() == '\0' &&
           BytesView(*high).substr(0, low.size()) == low;
  }
};

// In order and without overlaps. One of the two is used, as the type has it.
struct ValueSet {
  std::vector<OrdinalInterval> ordinals;
  std::vector<BytesInterval> bytes;

  bool empty() const { return ordinals.empty() && bytes.empty(); }
};

ValueSet Intersect(const ValueSet& a, const ValueSet& b);
bool Contains(const FieldType& type, const ValueSet& set, const KeyValue& value);
// The values, when there are at most `most`; `single` asks that none comes from an interval.
std::optional<std::vector<KeyValue>> ValuesOf(const FieldType& type, const ValueSet& set,
                                              uint64_t most, bool single);

// Appends the smallest and the largest bytes that the part has for the interval's values.
void AppendBounds(const Part& part, const OrdinalInterval& interval, Bytes& first, Bytes& last);

struct Conjunct {
  std::map<size_t, ValueSet> sets;  // by field
};

// The condition as alternatives; those that nothing can satisfy are left out. Fails on values that
// do not fit their fields, and on too many alternatives.
Result<std::vector<Conjunct>> Alternatives(const Layout& layout, const KeyCondition& condition);

}  // namespace basalt::keys
