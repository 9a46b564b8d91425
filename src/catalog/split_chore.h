// SplitChore: splits the regions whose split policy asks for it. The server runs it periodically;
// each round makes a bounded number of splits.
//
// One thread at a time. The catalog must outlive the chore.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/enabled_tables.h"

namespace basalt::catalog {

struct SplitChoreOptions {
  // No region is split when the server has this many. HBase's hbase.regionserver.regionSplitLimit.
  size_t max_regions = 1000;
  int max_splits_per_round = 16;
};

class SplitChore {
 public:
  struct Hooks {
    std::function<void(const std::string& line)> log;
  };

  SplitChore(Catalog& catalog, SplitChoreOptions options, Hooks hooks)
      : catalog_(catalog), options_(options), hooks_(std::move(hooks)) {}

  // Other limits, from the next round on. Not while a round runs.
  void SetOptions(const SplitChoreOptions& options) { options_ = options; }
  // Returns how many regions were split.
  int RunOnce();
  // A round ends after its current split. Callable from any thread.
  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }

 private:
  // A region without a split row, and its size when the row was looked for.
  struct Unsplittable {
    std::weak_ptr<Region> region;
    uint64_t bytes = 0;
  };

  bool MaySplitMore() const;
  void CheckTable(const EnabledTable& table);
  // Whether any region of the table can exceed the size limit.
  Result<bool> MayBeLarge(const SplitRules& rules, const std::vector<RegionPtr>& regions) const;
  void CheckRegion(const RegionPtr& region, const SplitRules& rules,
                   const SplitCandidate& candidate);
  Result<std::optional<Bytes>> SplitRow(Region& region, const SplitRules& rules,
                                        SplitReason reason) const;
  // Whether the region had no split row when its size was within a tenth of `bytes`.
  bool IsUnsplittable(const Region& region, uint64_t bytes) const;
  void MarkUnsplittable(const RegionPtr& region, uint64_t bytes, const SplitDecision& decision);

  Catalog& catalog_;
  SplitChoreOptions options_;
  const Hooks hooks_;
  std::atomic<bool> cancelled_{false};
  std::unordered_map<std::string, Unsplittable> unsplittable_;  // by encoded name
  int done_ = 0;
};

}  // namespace basalt::catalog
