// From a description to a working filter, and back. Pure functions.
#pragma once

#include <memory>
#include <optional>

#include "basalt/filter.h"
#include "basalt/status.h"
#include "filter/spec.h"

namespace basalt::filter {

// kInvalidArgument, in HBase's words, for parameters HBase refuses.
Result<std::unique_ptr<Filter>> Make(FilterSpec spec);

// What the filter is made from; nullopt for a filter of the user's own.
std::optional<FilterSpec> Describe(const Filter& filter);

}  // namespace basalt::filter
