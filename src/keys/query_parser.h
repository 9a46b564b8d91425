// Shapes of queries: what is asked for without the values, as those have it who design a table.
// Pure functions.
#pragma once

#include <string_view>

#include "basalt/key_plan.h"

namespace basalt::keys {

// As KeyQuery::Parse, but a ? may stand in place of any value. Such values are empty, and must be
// filled before the query is planned.
Result<KeyQuery> ParseQueryShape(const KeySchema& schema, std::string_view text);

}  // namespace basalt::keys
