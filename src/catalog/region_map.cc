#include "catalog/region_map.h"

#include <algorithm>

namespace basalt::catalog {

int32_t ReplicationOf(const Region& region) {
  return region.table()->record().descriptor.region_replication();
}

const RegionPtr& FindRegionWith(const RegionList& regions, BytesView row) {
  static const RegionPtr kNone;
  auto after = std::upper_bound(
      regions->begin(), regions->end(), row,
      [](BytesView key, const RegionPtr& region) { return key < region->info().start_key; });
  if (after == regions->begin()) return kNone;
  --after;
  return (*after)->info().Contains(row) ? *after : kNone;
}

RegionPtr RegionMap::Find(std::string_view encoded_name) const {
  const std::shared_lock lock(mutex_);
  const auto found = by_name_.find(encoded_name);
  return found == by_name_.end() ? nullptr : found->second;
}

std::shared_ptr<const TableRegions> RegionMap::Keep(const TableName& table) const {
  static const auto kNone = std::make_shared<const TableRegions>();
  const std::shared_lock lock(mutex_);
  const auto found = by_table_.find(table);
  return found == by_table_.end() ? kNone : found->second;
}

RegionPtr RegionMap::For(const TableName& table, BytesView row) const {
  return FindRegionWith(Of(table), row);
}

std::vector<RegionPtr> RegionMap::All() const {
  const std::shared_lock lock(mutex_);
  std::vector<RegionPtr> all;
  all.reserve(by_name_.size());
  for (const auto& [table, regions] : by_table_) {
    const RegionList list = regions->list();
    all.insert(all.end(), list->begin(), list->end());
  }
  return all;
}

size_t RegionMap::size() const {
  const std::shared_lock lock(mutex_);
  return by_name_.size();
}

RegionPtr RegionMap::FindReplica(const Region& region, int32_t replica_id) const {
  model::RegionInfo info = region.info();
  info.replica_id = replica_id;
  const auto found = by_name_.find(info.EncodedName());
  return found == by_name_.end() ? nullptr : found->second;
}

std::vector<RegionPtr> RegionMap::ReplicasOf(const Region& region) const {
  std::vector<RegionPtr> replicas;
  if (region.info().is_meta()) return replicas;
  const std::shared_lock lock(mutex_);
  for (int32_t id = 1; RegionPtr replica = FindReplica(region, id); ++id) {
    replicas.push_back(std::move(replica));
  }
  return replicas;
}

void RegionMap::AddReplicas(const Region& region, int32_t replication) {
  if (region.info().is_meta()) return;
  for (int32_t id = 1; id < replication; ++id) {
    if (FindReplica(region, id) != nullptr) continue;
    RegionPtr replica = region.MakeReplica(id);
    by_name_[replica->encoded_name()] = std::move(replica);
  }
}

void RegionMap::EraseReplicas(const Region& region, int32_t first) {
  if (region.info().is_meta()) return;
  for (int32_t id = first; const RegionPtr replica = FindReplica(region, id); ++id) {
    by_name_.erase(replica->encoded_name());
    replica->set_online(false);
  }
}

void RegionMap::SyncReplicas(const TableName& table) {
  const std::unique_lock lock(mutex_);
  const auto found = by_table_.find(table);
  if (found == by_table_.end() || found->second->list()->empty()) return;
  const int32_t replication = ReplicationOf(*found->second->list()->front());
  for (const RegionPtr& region : *found->second->list()) {
    EraseReplicas(*region, replication);
    AddReplicas(*region, replication);
  }
}

void RegionMap::Replace(const TableName& table, const std::vector<RegionPtr>& gone,
                        const std::vector<RegionPtr>& come) {
  const std::unique_lock lock(mutex_);
  std::vector<RegionPtr> regions;
  const auto old = by_table_.find(table);
  if (old != by_table_.end()) {
    for (const RegionPtr& region : *old->second->list()) {
      if (std::find(gone.begin(), gone.end(), region) == gone.end()) regions.push_back(region);
    }
  }
  regions.insert(regions.end(), come.begin(), come.end());
  std::sort(regions.begin(), regions.end(), [](const RegionPtr& a, const RegionPtr& b) {
    return a->info().start_key < b->info().start_key;
  });
  for (const RegionPtr& region : gone) {
    by_name_.erase(region->encoded_name());
    EraseReplicas(*region, 1);
  }
  const int32_t replication = come.empty() ? 1 : ReplicationOf(*come.front());
  for (const RegionPtr& region : come) {
    by_name_[region->encoded_name()] = region;
    AddReplicas(*region, replication);
  }
  const bool none_left = regions.empty();
  const auto kept = old != by_table_.end() ? old->second : std::make_shared<TableRegions>();
  kept->set_list(std::make_shared<const std::vector<RegionPtr>>(std::move(regions)));
  if (none_left) {
    by_table_.erase(table);
  } else {
    by_table_[table] = kept;
  }
  // Last: a scan that finds its region offline looks it up in the new list.
  for (const RegionPtr& region : gone) region->set_online(false);
}

}  // namespace basalt::catalog
