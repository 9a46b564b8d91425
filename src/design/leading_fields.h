// The rule by which queries share a key: query_tables.h has it in words. A pure function.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "design/query_need.h"

namespace basalt::design {

// The fields that lead a key for all of the needs; nothing when there is no such order. `declared`:
// all fields of the logical key; what is free is left in their order.
std::optional<std::vector<size_t>> LeadingFields(const std::vector<size_t>& declared,
                                                 const std::vector<QueryNeed>& needs);

}  // namespace basalt::design
