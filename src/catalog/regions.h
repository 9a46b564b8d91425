// Regions: the catalog's regions: which exist, which rows they hold, and splitting and merging
// them.
//
// Regions are rows of hbase:meta. Each change is one step on disk; given a procedure, its success
// is written in the same step. What reads a table's data, as the search for a row to split at, runs
// without the DDL lock. Errors are HBase's. Thread safe.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "basalt/status.h"
#include "catalog/catalog_state.h"
#include "catalog/split_policy.h"
#include "store/range_size.h"

namespace basalt::catalog {

class Regions {
 public:
  explicit Regions(CatalogState& state) : state_(state) {}

  // By whole name, as requests carry it: the ".<32 digits>." at its end decides. Regions that are
  // not there, or offline, are kNotServingRegion "<name> is not online on": the server's name is
  // the caller's to add.
  Result<RegionPtr> Find(BytesView region_name) const;
  // The same by the digits alone.
  Result<RegionPtr> FindByEncodedName(std::string_view encoded_name) const;
  // As the master asks, by either name, online or not; kUnknownRegion.
  Result<RegionPtr> FindAny(BytesView name) const;
  // Of a table, in the order of their start keys, online or not. kTableNotFound.
  Result<std::vector<RegionPtr>> Of(const TableName& table) const;
  // The same for those who work on the table for long.
  std::shared_ptr<const TableRegions> Keep(const TableName& table) const {
    return state_.regions().Keep(table);
  }
  Result<RegionPtr> For(const TableName& table, BytesView row) const;
  // Of all tables, online or not; meta's first, then table by table.
  std::vector<RegionPtr> All() const;
  // The regions, each followed by its replicas.
  std::vector<RegionPtr> WithReplicas(const std::vector<RegionPtr>& regions) const;
  size_t count() const { return state_.regions().size(); }

  // What the region's families hold, by estimate.
  static Result<std::vector<store::FamilySize>> SizeOf(const Region& region);
  // The same for many regions of one table, at less cost.
  static Result<std::vector<std::vector<store::FamilySize>>> SizesOf(
      const std::vector<RegionPtr>& regions);

  // What tables that name no split policy are split by.
  void SetSplitSettings(const SplitSettings& settings) {
    const std::lock_guard lock(settings_mutex_);
    split_settings_ = settings;
  }
  SplitSettings split_settings() const {
    const std::lock_guard lock(settings_mutex_);
    return split_settings_;
  }
  // Whether it can be split at all: not the catalog's own, and not where the policy forbids it.
  bool IsSplittable(const Region& region) const;
  // The row a split without one would take: the middle of the region's data, as its table's policy
  // allows it. Nothing when there is no such row inside the region. Reads data.
  Result<std::optional<Bytes>> BestSplitRow(const Region& region) const;
  // Replaces the region, by either name, by two. Without a row the middle of its data is taken.
  // Returns the two.
  Result<std::vector<RegionPtr>> Split(BytesView name, std::optional<Bytes> split_row,
                                       Procedure* procedure = nullptr);
  // Replaces the regions, two or more by either name, by one. Neighbours only, unless forcible:
  // then with all that lies between them.
  Result<RegionPtr> Merge(const std::vector<Bytes>& names, bool forcible,
                          Procedure* procedure = nullptr);
  // Deletes every row of the region, by either name, which stays what it is. The table must be
  // enabled and the region open. One step, however large the region.
  Status Truncate(BytesView name, Procedure* procedure = nullptr);
  // Opens a closed region, or closes an open one, by either name (assign, unassign). A replica is
  // opened and closed by itself, a region with its replicas left as they are. Meta has the
  // state, so that it holds after a restart; enabling the table opens all of its regions. Requests
  // for a closed region are kNotServingRegion. kRegionState if it is in that state already.
  Status SetOpen(BytesView name, bool open);

  // The operator's switches (splitormerge_switch): Split and Merge obey them, whoever asks. Kept
  // while the catalog is open.
  std::atomic<bool>& split_switch() { return split_switch_; }
  std::atomic<bool>& merge_switch() { return merge_switch_; }
  bool splits_enabled() const { return split_switch_; }
  bool merges_enabled() const { return merge_switch_; }

  // Removes the rows of regions that have been split, and what meta says about merges.
  Status CleanParents();

  // At open: takes the regions from meta; parts of tables that have none get new ones.
  Status Load();

 private:
  // The region, if the split switch, its state, its table's state and attributes, and the split
  // policy let it be split. The one place where that is checked.
  Result<RegionPtr> FindSplittable(BytesView name) const;
  // The regions, if the merge switch, their states and their table let them be merged.
  Result<std::vector<RegionPtr>> FindMergeable(const std::vector<Bytes>& names,
                                               bool forcible) const;
  // Makes the copies of regions those of the regions that are there: directories of before the
  // copies have none.
  Status SyncCopies();

  CatalogState& state_;
  mutable std::mutex settings_mutex_;  // guards split_settings_
  SplitSettings split_settings_;
  std::atomic<bool> split_switch_{true};
  std::atomic<bool> merge_switch_{true};
  // Whether meta may have rows of split regions, or columns about merges. Guarded by the DDL lock.
  bool has_parents_ = true;
};

}  // namespace basalt::catalog
