#include "keys/residual_filter.h"

#include "basalt/filters.h"

namespace basalt::keys {
namespace {

constexpr size_t kMaxIntervals = 32;

FilterPtr AtLeast(Bytes value, size_t offset) {
  return filters::Row(
      CompareOperator::kGreaterOrEqual,
      comparators::BinaryComponent(std::move(value), static_cast<uint32_t>(offset)));
}

FilterPtr AtMost(Bytes value, size_t offset) {
  return filters::Row(
      CompareOperator::kLessOrEqual,
      comparators::BinaryComponent(std::move(value), static_cast<uint32_t>(offset)));
}

// The filter on one part at a fixed offset.
FilterPtr PartFilter(const Part& part, const ValueSet& set, size_t offset) {
  std::vector<FilterPtr> intervals;
  for (const OrdinalInterval& interval : set.ordinals) {
    Bytes low;
    Bytes high;
    AppendBounds(part, interval, low, high);
    if (low == high) {
      intervals.push_back(filters::Row(
          CompareOperator::kEqual,
          comparators::BinaryComponent(std::move(low), static_cast<uint32_t>(offset))));
    } else {
      intervals.push_back(
          filters::All({AtLeast(std::move(low), offset), AtMost(std::move(high), offset)}));
    }
  }
  return intervals.size() == 1 ? intervals[0] : filters::One(std::move(intervals));
}

}  // namespace

Result<FilterPtr> ResidualFilter(const Layout& layout, const std::vector<Conjunct>& alternatives) {
  std::vector<FilterPtr> any;
  for (const Conjunct& conjunct : alternatives) {
    std::vector<FilterPtr> all;
    size_t offset = 0;
    for (const Part& part : layout.parts) {
      if (part.kind == PartKind::kField && part.type.ordinal() && !part.reversed) {
        const auto found = conjunct.sets.find(part.fields[0]);
        if (found != conjunct.sets.end() && found->second.ordinals.size() <= kMaxIntervals) {
          all.push_back(PartFilter(part, found->second, offset));
        }
      }
      if (part.width() == 0) break;
      offset += part.width();
    }
    if (all.empty()) return FilterPtr();  // this alternative cannot be filtered
    any.push_back(all.size() == 1 ? all[0] : filters::All(std::move(all)));
  }
  if (any.empty()) return FilterPtr();
  return any.size() == 1 ? any[0] : filters::One(std::move(any));
}

}  // namespace basalt::keys
