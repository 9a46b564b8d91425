// The normalizer: brings the regions of a table towards one size, by HBase's rules. Regions larger
// than twice the average are split, small neighbours merged. Planning is a pure function; a run
// carries plans out through the catalog.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "basalt/descriptor.h"

namespace basalt::catalog {

class Catalog;

// What holds for tables that say nothing themselves. The defaults are HBase's.
struct NormalizerSettings {
  // Whether tables without NORMALIZATION_ENABLED are looked at.
  bool all_tables = false;
  bool split = true;
  bool merge = true;
  // Nothing is merged in tables with fewer regions, in regions younger, or smaller, than this.
  int64_t merge_min_region_count = 3;
  int64_t merge_min_region_age_days = 3;
  int64_t merge_min_region_size_mb = 0;
  int64_t merge_max_regions = 100;
};

struct NormalizerRegion {
  int64_t region_id = 0;
  int64_t size_mb = 0;
  bool online = true;
};

// Positions in the list the plan was made from: one region is to be split, more to be merged.
using NormalizerPlan = std::vector<size_t>;

// The settings with what the table says itself.
NormalizerSettings SettingsOf(const TableDescriptor& table, NormalizerSettings settings);
// `regions`: all of the table's, in order. Splits come first.
std::vector<NormalizerPlan> PlanNormalization(const TableDescriptor& table,
                                              const NormalizerSettings& settings,
                                              const std::vector<NormalizerRegion>& regions,
                                              int64_t now_ms);

struct NormalizerHooks {
  std::function<bool()> cancelled;
  std::function<void(const std::string& line)> log;
};

// Plans and carries out. What cannot be split or merged is logged and left. Returns how many plans
// were carried out. Tables that are not enabled, or do not want it, are left alone.
int NormalizeTables(Catalog& catalog, const std::vector<TableName>& tables,
                    const NormalizerSettings& settings, const NormalizerHooks& hooks);

}  // namespace basalt::catalog
