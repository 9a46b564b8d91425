// RowCondition: a condition on a row on which a write of several rows depends, as HBase's
// MultiRowMutationEndpoint takes it: by a comparator or a filter. A value.
#pragma once

#include "basalt/comparators.h"
#include "basalt/filter.h"
#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "basalt/time_range.h"
#include "base/call_budget.h"

namespace basalt::filter {

struct RowCondition {
  Bytes row;
  // The column that is compared, unless there is a filter.
  Bytes family;
  Bytes qualifier;
  CompareOperator op = CompareOperator::kEqual;
  ComparatorPtr comparator;
  // The row must have a cell that passes.
  FilterPtr filter;
  TimeRange time_range;
};

// What must be read to judge the condition.
Get GetFor(const RowCondition& condition);

// Whether it holds for the row that was read. A comparator without a value asks for a column that
// is missing or empty, whatever the operator. `budget` may be null.
Result<bool> Holds(const RowCondition& condition, const RowResult& row, base::CallBudget* budget);

// Whether "value OP part" holds, when `order` is that of the value and the part. Never for kNoOp.
bool OrderHolds(CompareOperator op, int order);

}  // namespace basalt::filter
