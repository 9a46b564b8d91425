// The server-side filter for conditions that key ranges alone do not guarantee. Pure.
#pragma once

#include <vector>

#include "keys/value_set.h"

namespace basalt::keys {

// A filter that keeps every row that satisfies the condition, and drops others by fields at a fixed
// offset in the key; null if there is no such field.
Result<FilterPtr> ResidualFilter(const Layout& layout, const std::vector<Conjunct>& alternatives);

}  // namespace basalt::keys
