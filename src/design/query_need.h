// QueryNeed: what a query wants of the order of a key's fields. JudgePlan: what the planner makes
// of a query on a schema. Values and pure functions.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "basalt/key_plan.h"

namespace basalt::design {

// Of one alternative of a query's condition. A key serves it when the fields of `equal` come first,
// in any order, and then one of `next`, if there are any.
struct QueryNeed {
  std::set<size_t> equal;  // given by = or in
  std::set<size_t> next;   // bounded, or the time that an order goes by
  std::set<size_t> range;  // all that are bounded; a key can use one of them

  bool operator==(const QueryNeed&) const = default;
};

// One for each alternative. The query has all its values.
Result<std::vector<QueryNeed>> NeedsOf(const KeySchema& schema, const KeyQuery& query);

struct PlanSummary {
  // Why keys cannot answer it at all; the rest says nothing then.
  std::string refused;
  // Why rows do not come in the order that was asked for; the rest is without it then.
  std::string unordered;
  KeyVerdict verdict = KeyVerdict::kNothing;
  size_t ranges = 0;
  double fraction = 0;
  // Of the range that knows least.
  size_t known_parts = 0;
  bool next_bounded = false;
  std::set<size_t> residual;  // fields that rows are checked by
  std::vector<std::string> notes;
  // The key's order is as good for the query as an order can be.
  bool met = false;
};

PlanSummary JudgePlan(const KeySchema& schema, const KeyQuery& query, KeyDictionary* dictionary);

// Whether rows with `b` cost more, or come less as they were asked for, than with `a`.
bool Worse(const PlanSummary& b, const PlanSummary& a);

}  // namespace basalt::design
