// What a key begins with, for advice on keys whose writes all go to one place. Pure functions.
#pragma once

#include <string>

#include "basalt/key_schema.h"
#include "keys/layout.h"

namespace basalt::keys {

// The first part that is not the same in every key; null when there is none.
const Part* LeadingPart(const Layout& layout);
// Whether it is a time, or a window of time: keys then come in its order.
bool LeadsWithTime(const Layout& layout);

// Why keys of this schema come in only above, or below, all before, and what to do: "the keys begin
// with ts:millis, a time; put ... before it".
std::string AdviceOnMonotonicKeys(const KeySchema& schema);
// The same when nobody knows what the keys are made of.
std::string AdviceOnMonotonicKeys();

}  // namespace basalt::keys
