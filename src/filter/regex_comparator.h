// The comparator that looks for a regular expression, on PCRE2.
#pragma once

#include <memory>

#include "basalt/status.h"
#include "filter/comparator.h"
#include "filter/spec.h"

namespace basalt::filter {

// kInvalidArgument, worded as Java's PatternSyntaxException, when the pattern does not compile.
Result<std::unique_ptr<Comparator>> NewRegexComparator(RegexSpec spec);

}  // namespace basalt::filter
