#include "catalog/split_chore.h"

#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace basalt::catalog {
namespace {

// Less traffic than this on one side is not worth a split.
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

bool SplitChore::GoesOn() const {
  return !cancelled_.load(std::memory_order_relaxed) && done_ < options_.max_splits_per_round &&
         hooks_.splits_allowed() && catalog_.regions().count() < options_.max_regions;
}

int SplitChore::RunOnce() {
  done_ = 0;
  std::erase_if(refused_, [](const auto& entry) { return entry.second.region.expired(); });
  for (const TableRecord& table : catalog_.tables().List()) {
    if (!GoesOn()) break;
    LookAt(table);
  }
  return done_;
}

void SplitChore::LookAt(const TableRecord& table) {
  const bool enabled = table.descriptor.GetAttribute("SPLIT_ENABLED").value_or("true") != "false";
  const SplitRules rules = SplitRulesOf(table.descriptor, catalog_.regions().split_settings());
  if (!table.enabled || !enabled || !rules.CanSplit()) return;
  const auto regions = catalog_.regions().Of(table.descriptor.name());
  if (!regions.ok() || regions->empty()) return;  // dropped since
  const auto large = MayBeLarge(rules, *regions);
  if (!large.ok()) {
    hooks_.log(fmt::format("cannot measure {}: {}", table.descriptor.name().ToString(),
                           large.status().ToString()));
    return;
  }
  if (!*large && !rules.ByHeat()) return;
  std::vector<std::vector<store::FamilySize>> sizes(regions->size());
  if (*large) {
    auto measured = Regions::SizesOf(*regions);
    if (!measured.ok()) return;
    sizes = std::move(*measured);
  }
  const int64_t now = catalog_.store()->clock().NowMs();
  const int done_before = done_;
  for (size_t i = 0; i < regions->size() && GoesOn(); ++i) {
    const RegionPtr& region = (*regions)[i];
    if (!region->online()) continue;
    SplitCandidate facts;
    facts.family_bytes = DiskBytes(sizes[i]);
    // Each split of this round has added one.
    facts.table_regions = regions->size() + static_cast<size_t>(done_ - done_before);
    facts.position = JitterPosition(region->encoded_name());
    facts.age_ms = now - region->info().region_id;
    if (rules.ByHeat() && region->heat().HasWholeWindow(now)) {
      facts.requests_per_second = region->heat().PerSecond(now);
    }
    LookAt(region, rules, facts);
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

void SplitChore::LookAt(const RegionPtr& region, const SplitRules& rules,
                        const SplitCandidate& facts) {
  const SplitDecision decision = DecideSplit(rules, facts);
  if (decision.reason == SplitReason::kNone) return;
  const uint64_t bytes = Sum(facts.family_bytes);
  // By heat it is cheap to try again, and the traffic may have changed.
  const bool by_heat = decision.reason == SplitReason::kHeat;
  if (!by_heat && WasRefused(*region, bytes)) return;
  // The row is looked for before the catalog is locked for the split.
  const auto row = SplitRow(*region, rules, decision.reason);
  if (!row.ok()) {
    hooks_.log(fmt::format("cannot find the middle of {}: {}", region->encoded_name(),
                           row.status().ToString()));
    return;
  }
  if (!*row) {
    Refuse(region, bytes, decision);
    return;
  }
  const auto daughters = catalog_.regions().Split(region->encoded_name(), **row);
  if (!daughters.ok()) {
    // Split, merged or dropped by somebody else, most likely.
    hooks_.log(
        fmt::format("cannot split {}: {}", region->encoded_name(), daughters.status().ToString()));
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
    row = region.heat().Profile(catalog_.store()->clock().NowMs()).EvenSplit(kSmallestSide);
    if (row) row = AdjustSplitRow(rules, std::move(*row));
  }
  const model::RegionInfo& info = region.info();
  if (row && (*row == info.start_key || !info.Contains(*row))) row.reset();
  return row;
}

bool SplitChore::WasRefused(const Region& region, uint64_t bytes) const {
  const auto found = refused_.find(region.encoded_name());
  if (found == refused_.end()) return false;
  const uint64_t before = found->second.bytes;
  const uint64_t change = bytes > before ? bytes - before : before - bytes;
  return change <= before / 10;
}

void SplitChore::Refuse(const RegionPtr& region, uint64_t bytes, const SplitDecision& decision) {
  const auto [entry, first] =
      refused_.insert_or_assign(region->encoded_name(), Refusal{region, bytes});
  if (!first) return;  // it has been said
  hooks_.log(fmt::format("{} cannot be split, {}: {}", ToStringBinary(region->name()),
                         decision.reason == SplitReason::kHeat
                             ? "nearly all of its traffic is for one row"
                             : "it has no row to be split at",
                         decision.text));
}

}  // namespace basalt::catalog
