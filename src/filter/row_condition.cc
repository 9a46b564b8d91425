#include "filter/row_condition.h"

#include "base/check.h"
#include "filter/comparator.h"

namespace basalt::filter {

Get GetFor(const RowCondition& condition) {
  Get get(condition.row);
  get.SetTimeRange(condition.time_range);
  if (condition.filter != nullptr) {
    get.SetFilter(condition.filter);
  } else {
    get.AddColumn(condition.family, condition.qualifier);
  }
  return get;
}

Result<bool> Holds(const RowCondition& condition, const RowResult& row, base::CallBudget* budget) {
  if (condition.filter != nullptr) return !row.empty();
  BASALT_DCHECK(condition.comparator != nullptr, "A condition has a filter or a comparator.");
  if (ValueOf(*condition.comparator).empty()) return row.empty() || row[0].value.empty();
  if (row.empty()) return false;
  if (condition.op == CompareOperator::kNoOp) {
    return Status(StatusCode::kDoNotRetry, "Unknown Compare op NO_OP");
  }
  const std::unique_ptr<Comparator> comparator = condition.comparator->Clone();
  comparator->UseBudget(budget);
  const int order = comparator->Compare(row[0].value);
  BASALT_RETURN_IF_ERROR(comparator->error());
  return OrderHolds(condition.op, order);
}

bool OrderHolds(CompareOperator op, int order) {
  switch (op) {
    case CompareOperator::kLess: return order < 0;
    case CompareOperator::kLessOrEqual: return order <= 0;
    case CompareOperator::kEqual: return order == 0;
    case CompareOperator::kNotEqual: return order != 0;
    case CompareOperator::kGreaterOrEqual: return order >= 0;
    case CompareOperator::kGreater: return order > 0;
    case CompareOperator::kNoOp: break;
  }
  return false;
}

}  // namespace basalt::filter
