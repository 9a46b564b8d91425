// Which families a filter needs to decide about a row. HBase reads the other families only for rows
// that have passed, and rejects that for reversed scans. Pure functions.
#pragma once

#include "basalt/filter.h"

namespace basalt::filter {

// As HBase's isFamilyEssential; true for custom filters.
bool IsFamilyEssential(const Filter& filter, BytesView family);

}  // namespace basalt::filter
