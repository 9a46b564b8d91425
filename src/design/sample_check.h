// SampleCheck: a sample of records through a key schema, and what is to be said about it. Nothing
// is written anywhere. Used by one thread. Memory is bounded: see the parts it is made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "basalt/key_schema.h"
#include "design/collision_finder.h"
#include "design/finding.h"
#include "design/key_flow.h"
#include "design/memory_dictionary.h"
#include "design/part_statistics.h"
#include "design/query_fit.h"
#include "design/record_reader.h"

namespace basalt::design {

struct CheckOptions {
  // Of the table to come.
  int regions = 10;
  uint64_t rows = 10'000'000;
  // How many broken lines and collisions are shown.
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
  // Without a sample there are only queries.
  bool sampled = true;
  CheckOptions options;
  uint64_t records = 0;  // broken ones included
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
  // The queries that the key is for, if some were given.
  std::optional<QueryFit> queries;
  // The worst first.
  std::vector<Finding> findings;

  uint64_t errors() const;
  // With the findings of both.
  void AddQueries(QueryFit fit);
};

class SampleCheck {
 public:
  SampleCheck(const KeySchema& schema, const CheckOptions& options);

  void Add(const SampleRecord& record);
  // Once, at the end.
  CheckResult Finish();

 private:
  Status AddRecord(const SampleRecord& record);
  void ReportRecords();
  void ReportFlow();
  void ReportWidth();

  KeySchema schema_;
  MemoryDictionary dictionary_;
  // How many salts there are; the one of a record is computed from its line.
  uint32_t salts_ = 1;
  bool drawn_ = false;  // the key depends on the salt that is drawn
  CollisionFinder collisions_;
  KeyFlow flow_;
  PartStatistics parts_;
  uint64_t width_sum_ = 0;
  CheckResult result_;
  Bytes key_;
};

// For people and for programs.
std::string TextReport(const CheckResult& result);
std::string JsonReport(const CheckResult& result);

}  // namespace basalt::design
