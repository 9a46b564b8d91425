// CheckAndMutate: a condition on a row and the mutations to apply when it holds, as one atomic
// step. basalt/mutation.h includes it, with the mutations.
//
//   CheckAndMutate check("row");
//   check.IfMatches("f", "q", CompareOperator::kEqual, "old").Then(Put("row").AddColumn(...));
//   auto result = table->CheckAndMutate(check);   // result->success: whether the condition held
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/export.h"
#include "basalt/filter.h"
#include "basalt/mutation_base.h"
#include "basalt/time_range.h"

namespace basalt {
inline namespace v1 {

class RowMutations;  // basalt/mutation.h

// A value; owns its bytes and mutations. What a getter returns by reference is valid until it is
// changed or destroyed. A malformed condition or mutation is refused when it is applied, and
// nothing is written.
class BASALT_EXPORT CheckAndMutate {
 public:
  // The row that is checked and changed.
  explicit CheckAndMutate(Bytes row) : row_(std::move(row)) {}

  // Holds when the row has no such column, or an empty value in it, as in HBase. A condition on a
  // column replaces an earlier one.
  CheckAndMutate& IfNotExists(BytesView family, BytesView qualifier);
  // Holds when the column's newest version has this value. An empty value: as IfNotExists.
  CheckAndMutate& IfEquals(BytesView family, BytesView qualifier, BytesView value);
  // Holds when `value OP column's value` holds, in that order, as HBase reads it: with kLess the
  // stored value must be greater than `value`.
  CheckAndMutate& IfMatches(BytesView family, BytesView qualifier, CompareOperator op,
                            BytesView value);
  // Holds when the row has a cell that passes the filter. Takes precedence over a condition on a
  // column.
  CheckAndMutate& IfMatches(FilterPtr filter);
  // The condition looks at versions in this range only. Default: all of time.
  CheckAndMutate& SetTimeRange(const TimeRange& range);
  // Adds a mutation to apply when the condition holds. It must be of the same row.
  CheckAndMutate& Then(Mutation mutation);
  // Adds all of them, in their order.
  CheckAndMutate& Then(const RowMutations& mutations);

  // The row that is checked and changed.
  const Bytes& row() const { return row_; }
  // The family of the condition's column; empty when the condition is a filter.
  const Bytes& family() const { return family_; }
  // The qualifier of the condition's column; may be empty.
  const Bytes& qualifier() const { return qualifier_; }
  // How value() is compared with the column's value.
  CompareOperator compare_operator() const { return operator_; }
  // nullopt: the column must not exist (or, with kNotEqual, must exist).
  const std::optional<Bytes>& value() const { return value_; }
  // The condition as a filter; null when it is on a column.
  const FilterPtr& filter() const { return filter_; }
  // The versions that the condition looks at.
  const TimeRange& time_range() const { return time_range_; }
  // What is applied, in order, when the condition holds.
  const std::vector<Mutation>& mutations() const { return mutations_; }

 private:
  Bytes row_;
  Bytes family_;
  Bytes qualifier_;
  CompareOperator operator_ = CompareOperator::kEqual;
  std::optional<Bytes> value_;
  FilterPtr filter_;
  TimeRange time_range_;
  std::vector<Mutation> mutations_;
};

}  // namespace v1
}  // namespace basalt
