// What plans are made and printed by, for those who explain them. Pure functions.
#pragma once

#include <optional>
#include <string>

#include "basalt/key_plan.h"
#include "keys/layout.h"

namespace basalt::keys {

// The first part that is a time of its own: what `order newest` goes by.
std::optional<size_t> TimePart(const Layout& layout);

// The part that the order sorts by; nullopt when no order is requested. Fails when the key has no
// such part.
Result<std::optional<size_t>> OrderPart(const Layout& layout, KeyOrder order);

// "about 12% of the key space".
std::string KeySpaceText(double fraction);

}  // namespace basalt::keys
