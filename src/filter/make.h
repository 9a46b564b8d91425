// Creates a filter from its FilterSpec, and the reverse. Pure functions.
#pragma once

#include <memory>
#include <optional>

#include "basalt/filter.h"
#include "basalt/status.h"
#include "filter/spec.h"

namespace basalt::filter {

// kInvalidArgument, in HBase's words, for parameters that HBase rejects.
Result<std::unique_ptr<Filter>> Make(FilterSpec spec);

// The spec of a filter; nullopt for a custom filter.
std::optional<FilterSpec> Describe(const Filter& filter);

}  // namespace basalt::filter
