// What servers can check of a condition that ranges alone do not fulfil. Pure.
#pragma once

#include <vector>

#include "keys/value_set.h"

namespace basalt::keys {

// A filter that keeps every row the condition allows, and drops others where a field stands at a
// known place in the key; null when there is no such field.
Result<FilterPtr> ResidualFilter(const Layout& layout, const std::vector<Conjunct>& alternatives);

}  // namespace basalt::keys
