// Query shapes: queries with ? in place of values, for table design. Pure functions.
#pragma once

#include <optional>
#include <string_view>

#include "basalt/key_plan.h"
#include "keys/layout.h"

namespace basalt::keys {

// Like KeyQuery::Parse, but accepts ? in place of any value. Such values are empty, and must be
// filled in before the query is planned.
Result<KeyQuery> ParseQueryShape(const KeySchema& schema, std::string_view text);

// The first part that holds a time field: the sort key of `order newest`.
std::optional<size_t> TimePart(const Layout& layout);

// The part that the order sorts by; nullopt when no order is requested. Fails when the key has no
// such part.
Result<std::optional<size_t>> OrderPart(const Layout& layout, KeyOrder order);

}  // namespace basalt::keys
