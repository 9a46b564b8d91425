// WorkloadQuery: a query that people will run on a table, with its weight among the others. It may
// be a shape: a ? stands for a value that is not known yet. Values and pure functions.
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
  std::string text;   // without its weight
  std::string place;  // where it was given: "query 2", "queries.txt, line 3"
  uint64_t weight = 1;
  KeyQuery shape;     // a ? is an empty value
  bool open = false;  // there is one
  // With values for all; those of a shape are typical for their types.
  KeyQuery typical;
};

// A query, perhaps with "50x:" before it. Errors name the place.
Result<WorkloadQuery> ParseWorkloadQuery(const KeySchema& schema, std::string_view text,
                                         std::string place);

// One query in each line; empty ones and those that begin with # are left out. `name`: of the file,
// for errors.
Status ReadWorkloadQueries(const KeySchema& schema, std::istream& in, const std::string& name,
                           std::vector<WorkloadQuery>& queries);

// Fails when they are more than kMaxQueries.
Status CheckQueryCount(size_t count, std::string_view place);

// The n-th value that is to stand for a ? of this field.
using ValueSource = std::function<KeyValue(size_t field, size_t n)>;

// The query with values for its ?s, in the order of the text. The two ends of a period are put the
// right way round; of a value for a prefix the first half is taken.
KeyQuery WithValues(const KeySchema& schema, const KeyQuery& shape, const ValueSource& source);

}  // namespace basalt::design
