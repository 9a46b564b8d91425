// Shapes of queries: what is asked for without the values, as those have it who design a table.
// Pure functions.
#pragma once

#include <optional>
#include <string_view>

#include "basalt/key_plan.h"
#include "keys/layout.h"

namespace basalt::keys {

// As KeyQuery::Parse, but a ? may stand in place of any value. Such values are empty, and must be
// filled before the query is planned.
Result<KeyQuery> ParseQueryShape(const KeySchema& schema, std::string_view text);

// The first part that is a time of its own: what `order newest` goes by.
std::optional<size_t> TimePart(const Layout& layout);

// Where the keys begin to count in an order; nothing when none is asked for. Fails when the key
// does not have what the order goes by.
Result<std::optional<size_t>> OrderPart(const Layout& layout, KeyOrder order);

}  // namespace basalt::keys
