// Reordering of a key schema's fields. Pure functions.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "basalt/key_schema.h"

namespace basalt::design {

// The same parts with those of `order`'s fields first, in that order, and the others after them in
// their old order: the key holds the same information. Leading salts, mod(...) and bucket(...)
// stay. A leading hash(...) stays if queries always give its fields (`given`); otherwise it becomes
// a hash of the order's first field, or a salt if that is not given either. With `spread_time`, a
// time that would lead the key gets a salt before it, as all new rows would go to one region. A
// separator stays after its field, or between fields where the last field changes.
//
// nullopt if the schema language has no such key with the same types.
std::optional<KeySchema> Reordered(const KeySchema& schema, const std::vector<size_t>& order,
                                   const std::set<size_t>& given, bool spread_time);

// The fields in the order of their first use in the logical key, i.e. without distributing parts.
std::vector<size_t> LogicalFields(const KeySchema& schema);

}  // namespace basalt::design
