// Whether a region is to be split, and where it may be: HBase's split policies and one by heat.
// Pure functions of what a table says, what the server is set to, and what a region holds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/descriptor.h"
#include "model/split_policies.h"

namespace basalt::catalog {

// What holds for tables that say nothing themselves. The defaults are HBase's.
struct SplitSettings {
  model::SplitPolicy policy = model::SplitPolicy::kStepping;
  int64_t max_file_bytes = int64_t{10} << 30;
  // The size at which a table's first region is split; 0: twice the table's MEMSTORE_FLUSHSIZE.
  int64_t initial_bytes = 0;
  // Regions differ in their limit by up to half of this part, so that they do not split together.
  uint32_t jitter_percent = 25;
  // Sizes are of all families together, not of the largest.
  bool whole_region = false;
  // Of the policy by heat.
  uint32_t heat_requests_per_second = 1000;
  uint32_t heat_min_age_s = 60;
};

// What holds for one table.
struct SplitRules {
  model::SplitPolicy policy = model::SplitPolicy::kStepping;
  int64_t max_file_bytes = 0;
  int64_t initial_bytes = 0;
  double jitter = 0;
  bool whole_region = false;
  double heat_requests_per_second = 0;
  int64_t heat_min_age_ms = 0;
  // Split rows are cut after so many bytes; 0: not.
  size_t prefix_length = 0;
  // Split rows are cut before the first of these; empty: not.
  Bytes delimiter;
  // The same of the table's restriction, which holds for every policy.
  size_t restricted_length = 0;
  Bytes restricted_delimiter;

  // By the policy at all, by hand included.
  bool CanSplit() const { return policy != model::SplitPolicy::kDisabled; }
  bool ByHeat() const { return policy == model::SplitPolicy::kHeat; }
};

SplitRules SplitRulesOf(const TableDescriptor& table, const SplitSettings& settings);

// What is known of a region and its table.
struct SplitCandidate {
  std::vector<uint64_t> family_bytes;
  size_t table_regions = 1;
  // Where the region stands in the jitter: from 0 to 1.
  double position = 0.5;
  int64_t age_ms = 0;
  // Of a whole window of its heat; 0: not known.
  double requests_per_second = 0;
};

enum class SplitReason : uint8_t { kNone, kSize, kHeat };

struct SplitDecision {
  SplitReason reason = SplitReason::kNone;
  // For the log.
  std::string text;
};

// The size above which a region is split.
int64_t SizeLimit(const SplitRules& rules, size_t table_regions, double position);
SplitDecision DecideSplit(const SplitRules& rules, const SplitCandidate& facts);
// A region's place in the jitter: always the same for one region, any for many.
double JitterPosition(std::string_view encoded_name);

// The row at which a region may be split instead of `row`, which was chosen by what the region
// holds. Rows given by hand are not changed.
Bytes AdjustSplitRow(const SplitRules& rules, Bytes row);

}  // namespace basalt::catalog
