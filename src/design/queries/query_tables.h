// Assigns queries to keys: which queries one key can serve, and which need another table or index
// (R46). Pure functions.
//
// A key serves a query if the fields that the query gives by = or in come first, in any order, and
// then a field that the query bounds, or the time that it sorts by. So the equality sets of one
// key's queries form a chain of subsets, and queries with equal sets continue with the same field.
// The smallest number of such groups is searched for: exactly for up to kExactShapes different
// shapes, greedily by weight for more. Every proposed key is verified by planning: none of its
// queries gets a worse plan than with the declared key.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/key_schema.h"
#include "design/queries/query_need.h"
#include "design/queries/workload_query.h"

namespace basalt::design {

inline constexpr size_t kExactShapes = 12;

struct TableAdvice {
  enum class Kind : uint8_t {
    kDeclared,   // the declared schema
    kReordered,  // replaces the declared schema
    kAnother,    // an additional table or index
    kOptional,   // additional, for queries that another key can answer with filtering
  };
  Kind kind = Kind::kDeclared;
  std::string schema;
  std::vector<std::string> leading;  // names of the fields that queries use, in key order
  std::vector<size_t> queries;
};

std::string_view TableKindName(TableAdvice::Kind kind);

struct TableSearch {
  std::vector<TableAdvice> tables;
  // Queries that no order of these parts serves.
  std::vector<size_t> unserved;
  // Whether the number of tables is minimal.
  bool exact = true;
};

// `summaries`: the plan of each query on the declared schema.
TableSearch FindTables(const KeySchema& schema, const std::vector<WorkloadQuery>& queries,
                       const std::vector<PlanSummary>& summaries, KeyDictionary* dictionary);

// The query on another schema with the same fields.
KeyQuery OnSchema(const KeySchema& from, const KeySchema& to, const KeyQuery& query);

}  // namespace basalt::design
