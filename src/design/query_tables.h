// Which of several queries one key can serve, and which need another one (R46). Pure functions.
//
// A key serves a query by its beginning when the fields that the query gives by = or in come first,
// in any order, and then one that it bounds, or the time that it is ordered by. So the queries of
// one key give sets of fields each of which contains the one before; and where two give the same
// fields, they go on with the same one. The least number of such groups is searched for: exactly
// for up to kExactShapes different shapes, and by taking the heaviest first for more. Every key
// that is proposed was planned with: no query of it is answered in a worse way than by the declared
// key.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/key_schema.h"
#include "design/query_need.h"
#include "design/workload_query.h"

namespace basalt::design {

inline constexpr size_t kExactShapes = 12;

struct TableAdvice {
  enum class Kind : uint8_t {
    kDeclared,   // as the schema is
    kReordered,  // in its place
    kAnother,    // beside it: a table, or an index
    kOptional,   // the same, for queries that one of the others narrows and then checks
  };
  Kind kind = Kind::kDeclared;
  std::string schema;
  std::vector<std::string> leading;  // names of the fields that queries use, in their order
  std::vector<size_t> queries;
};

std::string_view TableKindName(TableAdvice::Kind kind);

struct TableSearch {
  std::vector<TableAdvice> tables;
  // Queries that no key of these parts serves.
  std::vector<size_t> unserved;
  // The number of tables is the least.
  bool exact = true;
};

// `facts`: of each query with the declared schema.
TableSearch FindTables(const KeySchema& schema, const std::vector<WorkloadQuery>& queries,
                       const std::vector<PlanSummary>& facts, KeyDictionary* dictionary);

// The query in terms of another schema with the same fields.
KeyQuery OnSchema(const KeySchema& from, const KeySchema& to, const KeyQuery& query);

}  // namespace basalt::design
