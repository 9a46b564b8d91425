// WorkloadQuery: an expected query on a table with its weight relative to the others. It may be a
// shape: a ? stands for a value that is not known yet. Values and pure functions.
//
//   50x: receiver = ? order newest limit 20
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/key_plan.h"

namespace basalt::design {

inline constexpr size_t kMaxQueries = 64;
inline constexpr uint64_t kMaxQueryWeight = 1'000'000'000;

struct WorkloadQuery {
  std::string text;   // without the weight
  std::string place;  // where it was given: "query 2", "queries.txt, line 3"
  uint64_t weight = 1;
  KeyQuery shape;     // a ? is an empty value
  bool open = false;  // the shape has a ?
  // With all values; a ? is replaced by a value typical of its type.
  KeyQuery typical;
};

// Parses a query with an optional weight, as in "50x: ...". Errors name the place.
Result<WorkloadQuery> ParseWorkloadQuery(const KeySchema& schema, std::string_view text,
                                         std::string place);

// Reads one query per line; skips empty lines and those that begin with #. `name`: the file's, for
// errors.
Status ReadWorkloadQueries(const KeySchema& schema, std::istream& in, const std::string& name,
                           std::vector<WorkloadQuery>& queries);

// Fails if `count` exceeds kMaxQueries.
Status CheckQueryCount(size_t count, std::string_view place);

// The n-th value to replace a ? of this field.
using ValueSource = std::function<KeyValue(size_t field, size_t n)>;

// The shape with its ?s replaced, in text order. The two bounds of a period are put in order; of a
// prefix's value the first half is used.
KeyQuery WithValues(const KeySchema& schema, const KeyQuery& shape, const ValueSource& source);

}  // namespace basalt::design
