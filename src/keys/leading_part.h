// The leading part of a key, and advice on schemas whose keys are monotonic. Pure functions.
#pragma once

#include <string>

#include "basalt/key_schema.h"
#include "keys/layout.h"

namespace basalt::keys {

// The first part that is not a literal; null if there is none.
const Part* LeadingPart(const Layout& layout);
// Whether the leading part is a time or a time window, so that keys are inserted in ascending
// order.
bool LeadsWithTime(const Layout& layout);

// Why keys of this schema are monotonic, and what to change: "the keys begin with ts:millis, a
// time; put ... before it".
std::string AdviceOnMonotonicKeys(const KeySchema& schema);
// General advice, for tables without a key schema.
std::string AdviceOnMonotonicKeys();

}  // namespace basalt::keys
