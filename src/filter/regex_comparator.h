// Comparator that searches for a regular expression with PCRE2.
#pragma once

#include <memory>

#include "basalt/status.h"
#include "filter/comparator.h"
#include "filter/spec.h"

namespace basalt::filter {

// kInvalidArgument, worded as Java's PatternSyntaxException, if the pattern does not compile.
Result<std::unique_ptr<Comparator>> NewRegexComparator(RegexSpec spec);

}  // namespace basalt::filter
