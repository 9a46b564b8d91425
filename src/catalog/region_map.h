// RegionMap: the regions there are, by encoded name and by table. What the catalog has decided,
// kept for fast lookups: every request asks it once. Thread safe; owned by the catalog.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "catalog/region.h"

namespace basalt::catalog {

using RegionPtr = std::shared_ptr<Region>;
// In the order of their start keys; never changes.
using RegionList = std::shared_ptr<const std::vector<RegionPtr>>;

// How many replicas the regions of its table have, the region itself included.
int32_t ReplicationOf(const Region& region);

// The region with that row; nullptr when there is none. The reference is valid as long as the list.
const RegionPtr& FindRegionWith(const RegionList& regions, BytesView row);

// The regions of one table. The catalog replaces the list as a whole when regions are split or
// merged, so whoever works on the table for long keeps this object and takes the current list for
// each operation. Thread safe; shared.
class TableRegions {
 public:
  RegionList list() const {
    const std::shared_lock lock(mutex_);
    return list_;
  }
  // For RegionMap.
  void set_list(RegionList list) {
    const std::unique_lock lock(mutex_);
    list_ = std::move(list);
  }

 private:
  mutable std::shared_mutex mutex_;  // held while the pointer is copied
  RegionList list_ = std::make_shared<const std::vector<RegionPtr>>();
};

class RegionMap {
 public:
  // nullptr when there is none.
  RegionPtr Find(std::string_view encoded_name) const;
  // Of a table; empty when there are none.
  RegionList Of(const TableName& table) const { return Keep(table)->list(); }
  // The same, for those who work on the table for long.
  std::shared_ptr<const TableRegions> Keep(const TableName& table) const;
  // The region with that row; nullptr when there is none.
  RegionPtr For(const TableName& table, BytesView row) const;
  std::vector<RegionPtr> All() const;
  // Replicas included.
  size_t size() const;
  // The region's replicas, itself left out, in the order of their ids. By name they are found as
  // regions are; lists of regions do not have them.
  std::vector<RegionPtr> ReplicasOf(const Region& region) const;

  // Takes `gone` out and puts `come` in, all of one table, as one step, with their replicas: those
  // that come have as many as the table's descriptor says. Regions taken out go offline.
  void Replace(const TableName& table, const std::vector<RegionPtr>& gone,
               const std::vector<RegionPtr>& come);
  // Gives the regions of a table as many replicas as its descriptor says now.
  void SyncReplicas(const TableName& table);

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };

  // The caller holds mutex_.
  RegionPtr FindReplica(const Region& region, int32_t replica_id) const;
  void AddReplicas(const Region& region, int32_t replication);
  void EraseReplicas(const Region& region, int32_t first);

  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, RegionPtr, Hash, std::equal_to<>> by_name_;
  std::map<TableName, std::shared_ptr<TableRegions>> by_table_;
};

}  // namespace basalt::catalog
