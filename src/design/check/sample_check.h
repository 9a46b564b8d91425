// SampleCheck: encodes the records of a sample with a key schema and collects findings. Nothing is
// written. Used by one thread. Memory is bounded by its parts' limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "basalt/key_schema.h"
#include "design/check/collision_finder.h"
#include "design/check/finding.h"
#include "design/check/key_flow.h"
#include "design/check/part_statistics.h"
#include "design/queries/query_fit.h"
#include "design/sample/memory_dictionary.h"
#include "design/sample/record_reader.h"

namespace basalt::design {

struct CheckOptions {
  // The number of regions of the planned table.
  int regions = 10;
  uint64_t rows = 10'000'000;
  // The number of broken lines and collisions in the report.
  size_t shown = 5;
  // See CollisionFinder.
  size_t max_keys = 2'000'000;
  size_t max_text_bytes = size_t{64} << 20;
};

struct BrokenLine {
  uint64_t line = 0;
  std::string reason;
};

struct CheckResult {
  std::string schema;
  // False: only queries were checked.
  bool sampled = true;
  CheckOptions options;
  uint64_t records = 0;  // including broken ones
  uint64_t broken = 0;
  std::vector<BrokenLine> first_broken;
  uint64_t collisions = 0;
  uint64_t duplicates = 0;
  bool collisions_exact = true;
  std::vector<CollisionFinder::Collision> first_collisions;
  size_t min_width = 0;
  size_t max_width = 0;
  double mean_width = 0;
  double ascending = 0;
  double descending = 0;
  RegionHeat heat;
  // The fit of the expected queries, if any were given.
  std::optional<QueryFit> queries;
  // By severity, errors first.
  std::vector<Finding> findings;

  uint64_t errors() const;
  // Adds the queries' findings, too.
  void AddQueries(QueryFit fit);
};

class SampleCheck {
 public:
  SampleCheck(const KeySchema& schema, const CheckOptions& options);

  void Add(const SampleRecord& record);
  // REQUIRES: called once, after all Add().
  CheckResult Finish();

 private:
  Status AddRecord(const SampleRecord& record);
  void ReportRecords();
  void ReportFlow();
  void ReportWidth();

  KeySchema schema_;
  MemoryDictionary dictionary_;
  // The number of salts; a record's salt is computed from its line.
  uint32_t salts_ = 1;
  bool random_salt_ = false;  // keys have a random salt
  CollisionFinder collisions_;
  KeyFlow flow_;
  PartStatistics parts_;
  uint64_t width_sum_ = 0;
  CheckResult result_;
  Bytes key_;
};

// The report as text and as JSON.
std::string TextReport(const CheckResult& result);
std::string JsonReport(const CheckResult& result);

}  // namespace basalt::design
