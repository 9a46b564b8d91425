// Which families a filter must see to judge a row. HBase leaves the others out until a row has
// passed, and refuses to do that backwards. Pure functions.
#pragma once

#include "basalt/filter.h"

namespace basalt::filter {

// As HBase's isFamilyEssential; true for filters of the user's own.
bool IsFamilyEssential(const Filter& filter, BytesView family);

}  // namespace basalt::filter
