#include "catalog/split_chore.h"

#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace basalt::catalog {
namespace {

// A split by heat must leave each daughter at least this fraction of the traffic.
constexpr double kSmallestSide = 0.1;

uint64_t Sum(const std::vector<uint64_t>& bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), uint64_t{0});
}

std::vector<uint64_t> DiskBytes(const std::vector<store::FamilySize>& sizes) {
  std::vector<uint64_t> bytes;
  bytes.reserve(sizes.size());
  for (const store::FamilySize& size : sizes) bytes.push_back(size.disk_bytes);
  return bytes;
}

}  // namespace

bool SplitChore::MaySplitMore() const {
  return !cancelled_.load(std::memory_order_relaxed) && done_ < options_.max_splits_per_round &&
         catalog_.regions().splits_enabled() && catalog_.regions().count() < options_.max_regions;
}

int SplitChore::RunOnce() {
  done_ = 0;
  std::erase_if(unsplittable_, [](const auto& entry) { return entry.second.region.expired(); });
  if (!MaySplitMore()) return 0;
  ForEachEnabledTable(catalog_, [this](const EnabledTable& table) {
    CheckTable(table);
    return MaySplitMore();
  });
  return done_;
}

void SplitChore::CheckTable(const EnabledTable& table) {
  const SplitRules rules = SplitRulesOf(table.descriptor, catalog_.regions().split_settings());
  if (!table.descriptor.split_enabled() || !rules.CanSplit()) return;
  const std::vector<RegionPtr>& regions = table.regions;
  const auto large = MayBeLarge(rules, regions);
  if (!large.ok()) {
    hooks_.log(fmt::format("cannot measure table {}: {}", table.descriptor.name().ToString(),
                           large.status().ToString()));
    return;
  }
  if (!*large && !rules.ByHeat()) return;
  std::vector<std::vector<store::FamilySize>> sizes(regions.size());
  if (*large) {
    auto measured = Regions::SizesOf(regions);
    if (!measured.ok()) return;
    sizes = std::move(*measured);
  }
  const Clock& clock = catalog_.store()->clock();
  const int done_before = done_;
  for (size_t i = 0; i < regions.size() && MaySplitMore(); ++i) {
    const RegionPtr& region = regions[i];
    if (!region->online()) continue;
    SplitCandidate candidate;
    candidate.family_bytes = DiskBytes(sizes[i]);
    // Each split of this round has added a region.
    candidate.table_regions = regions.size() + static_cast<size_t>(done_ - done_before);
    candidate.position = JitterPosition(region->encoded_name());
    candidate.age_ms = clock.NowMs() - region->info().region_id;
    const int64_t now = clock.MonotonicMs();
    if (rules.ByHeat() && region->heat().HasWholeWindow(now)) {
      candidate.requests_per_second = region->heat().PerSecond(now);
    }
    CheckRegion(region, rules, candidate);
  }
}

Result<bool> SplitChore::MayBeLarge(const SplitRules& rules,
                                    const std::vector<RegionPtr>& regions) const {
  const auto cells = regions.front()->table()->CellsInAnyState();
  BASALT_ASSIGN_OR_RETURN(const auto sizes, store::MeasureRows(*cells->store(), cells->families(),
                                                               {{}, {}, cells->row_order()}));
  const auto least = static_cast<uint64_t>(SizeLimit(rules, regions.size(), 0));
  return Sum(DiskBytes(sizes)) > least;
}

void SplitChore::CheckRegion(const RegionPtr& region, const SplitRules& rules,
                             const SplitCandidate& candidate) {
  const SplitDecision decision = DecideSplit(rules, candidate);
  if (decision.reason == SplitReason::kNone) return;
  const uint64_t bytes = Sum(candidate.family_bytes);
  // A split by heat is cheap to try again, and the traffic may have changed.
  const bool by_heat = decision.reason == SplitReason::kHeat;
  if (!by_heat && IsUnsplittable(*region, bytes)) return;
  // The split row is determined before the catalog is locked for the split.
  const auto row = SplitRow(*region, rules, decision.reason);
  if (!row.ok()) {
    hooks_.log(fmt::format("cannot find a split row of region {}: {}", region->encoded_name(),
                           row.status().ToString()));
    return;
  }
  if (!*row) {
    MarkUnsplittable(region, bytes, decision);
    return;
  }
  const auto daughters = catalog_.regions().Split(region->encoded_name(), **row);
  if (!daughters.ok()) {
    // Most likely another thread has split, merged or dropped the region.
    hooks_.log(fmt::format("cannot split region {}: {}", region->encoded_name(),
                           daughters.status().ToString()));
    return;
  }
  ++done_;
  hooks_.log(fmt::format("split {} at {} into {} and {}: {}", ToStringBinary(region->name()),
                         ToStringBinary(**row), (*daughters)[0]->encoded_name(),
                         (*daughters)[1]->encoded_name(), decision.text));
}

Result<std::optional<Bytes>> SplitChore::SplitRow(Region& region, const SplitRules& rules,
                                                  SplitReason reason) const {
  std::optional<Bytes> row;
  if (reason == SplitReason::kSize) {
    BASALT_ASSIGN_OR_RETURN(row, catalog_.regions().BestSplitRow(region));
  } else {
    row = region.heat().Profile(catalog_.store()->clock().MonotonicMs()).EvenSplit(kSmallestSide);
    if (row) row = AdjustSplitRow(rules, std::move(*row));
  }
  const model::RegionInfo& info = region.info();
  if (row && (*row == info.start_key || !info.Contains(*row))) row.reset();
  return row;
}

bool SplitChore::IsUnsplittable(const Region& region, uint64_t bytes) const {
  const auto found = unsplittable_.find(region.encoded_name());
  if (found == unsplittable_.end()) return false;
  const uint64_t before = found->second.bytes;
  const uint64_t change = bytes > before ? bytes - before : before - bytes;
  return change <= before / 10;
}

void SplitChore::MarkUnsplittable(const RegionPtr& region, uint64_t bytes,
                                  const SplitDecision& decision) {
  const auto [entry, first] =
      unsplittable_.insert_or_assign(region->encoded_name(), Unsplittable{region, bytes});
  if (!first) return;  // already logged
  hooks_.log(fmt::format("region {} cannot be split, as {}: {}", ToStringBinary(region->name()),
                         decision.reason == SplitReason::kHeat
                             ? "nearly all of its traffic is for one row"
                             : "it has no valid split row",
                         decision.text));
}

}  // namespace basalt::catalog
