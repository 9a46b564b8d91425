// QueryFit: how well a key schema serves the expected queries (R46): the plan of each query and,
// with a sample, the rows it reads; the use of each field compared with its position; and which
// queries need another key. A value type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "basalt/key_schema.h"
#include "design/check/finding.h"
#include "design/queries/query_sample.h"
#include "design/queries/query_tables.h"
#include "design/queries/workload_query.h"

namespace basalt::design {

struct QueryJudgement {
  WorkloadQuery query;
  PlanSummary plan;
  // The leading parts with known bytes, in schema text; and the part that is bounded.
  std::vector<std::string> known;
  std::string bounded;
  std::vector<std::string> residual;  // names of fields
  // Totals over all runs on the sample's rows.
  size_t runs = 0;
  uint64_t read = 0;
  uint64_t matched = 0;
};

// The weight of the queries that use a field, by kind of use.
struct FieldUse {
  std::string name;
  uint64_t weight = 0;
  uint64_t equal = 0;
  uint64_t range = 0;
  uint64_t order = 0;
};

struct QueryFit {
  std::string schema;
  uint64_t total_weight = 0;
  uint64_t sample_rows = 0;
  std::vector<QueryJudgement> queries;
  std::vector<FieldUse> fields;  // in key order
  TableSearch tables;
  // By severity, errors first.
  std::vector<Finding> findings;
};

// `sample`: sorted; or null.
QueryFit FitQueries(const KeySchema& schema, const std::vector<WorkloadQuery>& queries,
                    QuerySample* sample);

double Percent(uint64_t part, uint64_t all);

// The queries' section of a report, as text and as JSON.
std::string QueryText(const QueryFit& fit);
nlohmann::ordered_json QueryJson(const QueryFit& fit);

}  // namespace basalt::design
