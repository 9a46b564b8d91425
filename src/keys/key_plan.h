// What plans are made and printed by, for those who explain them. Pure functions.
#pragma once

#include <optional>
#include <string>

#include "basalt/key_plan.h"
#include "keys/layout.h"

namespace basalt::keys {

// The first part that is a time of its own: what `order newest` goes by.
std::optional<size_t> TimePart(const Layout& layout);

// Where the keys begin to count in an order; nothing when none is asked for. Fails when the key
// does not have what the order goes by.
Result<std::optional<size_t>> OrderPart(const Layout& layout, KeyOrder order);

// "about 12% of the key space".
std::string KeySpaceText(double fraction);

}  // namespace basalt::keys
