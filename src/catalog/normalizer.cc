#include "catalog/normalizer.h"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "catalog/catalog.h"
#include "catalog/enabled_tables.h"
#include "model/attributes.h"

namespace basalt::catalog {
namespace {

constexpr int64_t kDayMs = 86'400'000;

// As HBase counts a region's size: what is there at all is one megabyte at least.
int64_t InMegabytes(const std::vector<store::FamilySize>& sizes) {
  uint64_t bytes = 0;
  for (const store::FamilySize& size : sizes) bytes += size.disk_bytes;
  return bytes == 0 ? 0 : std::max<int64_t>(1, static_cast<int64_t>(bytes >> 20));
}

double AverageSize(const TableDescriptor& table, const std::vector<NormalizerRegion>& regions) {
  const int64_t target = table.normalizer_target_region_size_mb();
  if (target > 0) return static_cast<double>(target);
  int64_t total = 0;
  for (const NormalizerRegion& region : regions) total += region.size_mb;
  const int32_t wanted = table.normalizer_target_region_count();
  const size_t count = wanted > 0 ? static_cast<size_t>(wanted) : regions.size();
  return static_cast<double>(total) / static_cast<double>(count);
}

void PlanSplits(const std::vector<NormalizerRegion>& regions, double average,
                std::vector<NormalizerPlan>& plans) {
  for (size_t i = 0; i < regions.size(); ++i) {
    if (regions[i].online && static_cast<double>(regions[i].size_mb) > 2 * average) {
      plans.push_back({i});
    }
  }
}

bool MayMerge(const NormalizerRegion& region, const NormalizerSettings& settings, int64_t now_ms) {
  return region.online && now_ms > region.region_id + settings.merge_min_region_age_days * kDayMs &&
         region.size_mb >= settings.merge_min_region_size_mb;
}

// Walks the regions and gathers neighbours as long as they fit into an average region together.
void PlanMerges(const std::vector<NormalizerRegion>& regions, const NormalizerSettings& settings,
                int64_t average, int64_t now_ms, std::vector<NormalizerPlan>& plans) {
  if (static_cast<int64_t>(regions.size()) < settings.merge_min_region_count) return;
  if (average < settings.merge_min_region_size_mb) return;
  const auto most = static_cast<size_t>(settings.merge_max_regions);
  NormalizerPlan range;
  int64_t range_mb = 0;
  const auto end_range = [&] {
    if (range.size() > 1) plans.push_back(range);
    range.clear();
    range_mb = 0;
  };
  for (size_t i = 0; i < regions.size(); ++i) {
    const int64_t size = regions[i].size_mb;
    if (!MayMerge(regions[i], settings, now_ms)) {
      end_range();
      continue;
    }
    // A range begins with whatever comes, and so does one that has nothing but an empty region.
    const bool starts = range.empty() || (range.size() == 1 && range_mb == 0);
    const bool fits = range.size() < most && (size == 0 || size + range_mb <= average);
    if (!starts && !fits) end_range();
    range.push_back(i);
    range_mb += size;
  }
  end_range();
}

class Run {
 public:
  Run(Catalog& catalog, const NormalizerSettings& settings, const NormalizerHooks& hooks)
      : catalog_(catalog), settings_(settings), hooks_(hooks) {}

  int done() const { return done_; }

  void Table(const EnabledTable& table) {
    if (!IsWanted(table.descriptor)) return;
    NormalizerSettings settings = SettingsOf(table.descriptor, settings_);
    settings.split = settings.split && catalog_.regions().splits_enabled();
    settings.merge = settings.merge && catalog_.regions().merges_enabled();
    if (!settings.split && !settings.merge) return;
    const auto sizes = Regions::SizesOf(table.regions);
    if (!sizes.ok()) {
      hooks_.log(fmt::format("cannot measure {}: {}", table.descriptor.name().ToString(),
                             sizes.status().ToString()));
      return;
    }
    std::vector<NormalizerRegion> facts;
    for (size_t i = 0; i < table.regions.size(); ++i) {
      const Region& region = *table.regions[i];
      facts.push_back({region.info().region_id, InMegabytes((*sizes)[i]), region.online()});
    }
    for (const NormalizerPlan& plan :
         PlanNormalization(table.descriptor, settings, facts, catalog_.store()->clock().NowMs())) {
      if (hooks_.cancelled()) return;
      CarryOut(plan, table.regions);
    }
  }

 private:
  bool IsWanted(const TableDescriptor& table) const {
    // The attribute's default would hide the server's setting.
    return model::DescriptorSettings(table)
        .Bool("NORMALIZATION_ENABLED")
        .value_or(settings_.all_tables);
  }

  void CarryOut(const NormalizerPlan& plan, const std::vector<RegionPtr>& regions) {
    std::vector<Bytes> names;
    for (const size_t at : plan) names.push_back(regions[at]->encoded_name());
    const bool split = names.size() == 1;
    const Status status = split ? catalog_.regions().Split(names[0], std::nullopt).status()
                                : catalog_.regions().Merge(names, false).status();
    done_ += status.ok() ? 1 : 0;
    hooks_.log(fmt::format("normalizer: {} of {} of {}: {}", split ? "split" : "merge",
                           fmt::join(names, ", "), regions[plan[0]]->info().table.ToString(),
                           status.ok() ? "done" : status.ToString()));
  }

  Catalog& catalog_;
  const NormalizerSettings& settings_;
  const NormalizerHooks& hooks_;
  int done_ = 0;
};

}  // namespace

NormalizerSettings SettingsOf(const TableDescriptor& table, NormalizerSettings settings) {
  const model::DescriptorSettings own(table);
  settings.split = own.Bool("hbase.normalizer.split.enabled").value_or(settings.split);
  settings.merge = own.Bool("hbase.normalizer.merge.enabled").value_or(settings.merge);
  auto count = own.Number("hbase.normalizer.merge.min.region.count", 1);
  if (!count) count = own.Number("hbase.normalizer.min.region.count", 1);
  settings.merge_min_region_count = count.value_or(settings.merge_min_region_count);
  settings.merge_min_region_age_days = own.Number("hbase.normalizer.merge.min_region_age.days", 0)
                                           .value_or(settings.merge_min_region_age_days);
  settings.merge_min_region_size_mb = own.Number("hbase.normalizer.merge.min_region_size.mb", 0)
                                          .value_or(settings.merge_min_region_size_mb);
  return settings;
}

std::vector<NormalizerPlan> PlanNormalization(const TableDescriptor& table,
                                              const NormalizerSettings& settings,
                                              const std::vector<NormalizerRegion>& regions,
                                              int64_t now_ms) {
  std::vector<NormalizerPlan> plans;
  if (regions.empty()) return plans;
  const double average = AverageSize(table, regions);
  if (settings.split) PlanSplits(regions, average, plans);
  if (settings.merge) {
    PlanMerges(regions, settings, static_cast<int64_t>(average), now_ms, plans);
  }
  return plans;
}

int NormalizeTables(Catalog& catalog, const std::vector<TableName>& tables,
                    const NormalizerSettings& settings, const NormalizerHooks& hooks) {
  Run run(catalog, settings, hooks);
  ForEachEnabledTable(catalog, tables, [&](const EnabledTable& table) {
    if (hooks.cancelled()) return false;
    run.Table(table);
    return true;
  });
  return run.done();
}

}  // namespace basalt::catalog
