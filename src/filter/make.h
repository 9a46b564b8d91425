// From a description to a working filter, and back; what follows from the description. Pure
// functions.
#pragma once

#include <memory>
#include <optional>

#include "basalt/filter.h"
#include "basalt/status.h"
#include "base/call_budget.h"
#include "filter/spec.h"

namespace basalt::filter {

// kInvalidArgument, in HBase's words, for parameters that HBase rejects.
Result<std::unique_ptr<Filter>> Make(FilterSpec spec);

// The spec of a filter; nullopt for a custom filter.
std::optional<FilterSpec> Describe(const Filter& filter);

// Whether the filter must see the family to judge a row, as HBase's isFamilyEssential; true for
// filters of the user's own. HBase reads the other families of rows that have passed only, and
// refuses to do that backwards.
bool IsFamilyEssential(const Filter& filter, BytesView family);

// Gives a running filter the budget of the call it works for, until the next one or nullptr.
// Returns whether any part of the filter asks it: those with regular expressions do.
bool SetBudget(Filter& filter, base::CallBudget* budget);

}  // namespace basalt::filter
