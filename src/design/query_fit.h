// QueryFit: how well one declared key serves the queries that people will run (R46): each by its
// plan and, with a sample, by the rows it reads; then the fields by their use against their places;
// and which queries need another key. A value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "basalt/key_schema.h"
#include "design/finding.h"
#include "design/query_sample.h"
#include "design/query_tables.h"
#include "design/workload_query.h"

namespace basalt::design {

struct QueryJudgement {
  WorkloadQuery query;
  PlanSummary facts;
  // The leading parts whose bytes are known, as the schema has them; and the one that is bounded.
  std::vector<std::string> known;
  std::string bounded;
  std::vector<std::string> residual;  // names of fields
  // Over all runs on the sample's rows.
  size_t runs = 0;
  uint64_t read = 0;
  uint64_t matched = 0;
};

// The weight of the queries that use a field, one way or another.
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
  std::vector<FieldUse> fields;  // in the order of the key
  TableSearch tables;
  // The worst first.
  std::vector<Finding> findings;
};

// `sample`: sorted; or null.
QueryFit FitQueries(const KeySchema& schema, const std::vector<WorkloadQuery>& queries,
                    QuerySample* sample);

double Percent(uint64_t part, uint64_t all);

// What a report has between the schema and the findings, for people and for programs.
std::string QueryText(const QueryFit& fit);
nlohmann::ordered_json QueryJson(const QueryFit& fit);

}  // namespace basalt::design
