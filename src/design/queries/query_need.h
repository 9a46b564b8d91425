// QueryNeed: the requirements of a query on the field order of a key. JudgePlan: a summary of the
// plan of a query on a schema. Values and pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "basalt/key_plan.h"

namespace basalt::design {

// The requirement of one alternative of a query's condition. A key serves it if the fields of
// `equal` come first, in any order, and then one of `next`, if `next` is not empty.
struct QueryNeed {
  std::set<size_t> equal;  // given by = or in
  std::set<size_t> next;   // bounded, or the time that the order sorts by
  std::set<size_t> range;  // all bounded fields; a key can use one of them

  bool operator==(const QueryNeed&) const = default;
};

// One per alternative. REQUIRES: the query has all its values.
Result<std::vector<QueryNeed>> NeedsOf(const KeySchema& schema, const KeyQuery& query);

struct PlanSummary {
  // Why the query cannot be planned; the other members are unset then.
  std::string refused;
  // Why rows cannot be returned in the requested order; the other members describe the query
  // without it then.
  std::string unordered;
  KeyVerdict verdict = KeyVerdict::kNothing;
  size_t ranges = 0;
  double fraction = 0;
  // Of the range with the fewest known parts.
  size_t known_parts = 0;
  bool next_bounded = false;
  std::set<size_t> residual;  // fields that rows are filtered by
  std::vector<std::string> notes;
  // No other field order would serve the query better.
  bool served = false;
};

PlanSummary JudgePlan(const KeySchema& schema, const KeyQuery& query, KeyDictionary* dictionary);

// Whether `b` reads more, or lacks an order that `a` has.
bool Worse(const PlanSummary& b, const PlanSummary& a);

// The leading fields of a key that serves all needs; nullopt if there is no such order.
// query_tables.h has the rule. `declared`: all fields of the logical key; ties keep their order.
std::optional<std::vector<size_t>> LeadingFields(const std::vector<size_t>& declared,
                                                 const std::vector<QueryNeed>& needs);

}  // namespace basalt::design
