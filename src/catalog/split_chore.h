// SplitChore: looks at all tables and splits the regions whose policy says so. It works when it
// is told to, one round at a time, a bounded number of splits each; the server tells it now and
// then.
//
// One thread at a time. The catalog must outlive it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "catalog/catalog.h"

namespace basalt::catalog {

struct SplitChoreOptions {
  // No region is split while there are so many. HBase's hbase.regionserver.regionSplitLimit.
  size_t max_regions = 1000;
  int max_splits_per_round = 16;
};

class SplitChore {
 public:
  struct Hooks {
    // The operator's switch.
    std::function<bool()> splits_allowed;
    std::function<void(const std::string& line)> log;
  };

  SplitChore(Catalog& catalog, SplitChoreOptions options, Hooks hooks)
      : catalog_(catalog), options_(options), hooks_(std::move(hooks)) {}

  // Returns how many regions were split.
  int RunOnce();
  // A round under way ends after the split it is at. From any thread.
  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }

 private:
  // A region that cannot be split, and how large it was then.
  struct Refusal {
    std::weak_ptr<Region> region;
    uint64_t bytes = 0;
  };

  bool GoesOn() const;
  void LookAt(const TableRecord& table);
  // Whether any region of the table can be large enough.
  Result<bool> MayBeLarge(const SplitRules& rules, const std::vector<RegionPtr>& regions) const;
  void LookAt(const RegionPtr& region, const SplitRules& rules, const SplitCandidate& facts);
  Result<std::optional<Bytes>> SplitRow(Region& region, const SplitRules& rules,
                                        SplitReason reason) const;
  // True: it was refused when it was about as large as now.
  bool WasRefused(const Region& region, uint64_t bytes) const;
  void Refuse(const RegionPtr& region, uint64_t bytes, const SplitDecision& decision);

  Catalog& catalog_;
  const SplitChoreOptions options_;
  const Hooks hooks_;
  std::atomic<bool> cancelled_{false};
  std::unordered_map<std::string, Refusal> refused_;  // by encoded name
  int done_ = 0;
};

}  // namespace basalt::catalog
