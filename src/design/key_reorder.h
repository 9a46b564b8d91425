// A key schema with its fields in another order. Pure functions.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "basalt/key_schema.h"

namespace basalt::design {

// The same parts with those of `order`'s fields first, in that order, and the others behind them as
// they were: the key tells the same. Salts, mod(...) and bucket(...) stay at the front. A hash(...)
// there stays when queries always give its fields, which `given` are; otherwise it becomes one of
// the order's first field, or a salt when not even that is given. With `spread_time`, a time that
// comes to the front of a key with nothing before it gets a salt, too: all new rows would go to one
// region. A separator stays behind its field, or between fields where the last one has changed.
//
// Nothing when the language does not have such a key with the same types.
std::optional<KeySchema> Reordered(const KeySchema& schema, const std::vector<size_t>& order,
                                   const std::set<size_t>& given, bool spread_time);

// The fields in the order in which the logical key, without what only spreads, first speaks of
// them.
std::vector<size_t> LogicalFields(const KeySchema& schema);

}  // namespace basalt::design
