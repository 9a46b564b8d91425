#include "catalog/region_map.h"

#include <algorithm>
#include <mutex>

namespace basalt::catalog {

RegionMap::RegionPtr RegionMap::Find(std::string_view encoded_name) const {
  const std::shared_lock lock(mutex_);
  const auto found = by_name_.find(encoded_name);
  return found == by_name_.end() ? nullptr : found->second;
}

RegionMap::RegionList RegionMap::Of(const TableName& table) const {
  static const RegionList kNone = std::make_shared<const std::vector<RegionPtr>>();
  const std::shared_lock lock(mutex_);
  const auto found = by_table_.find(table);
  return found == by_table_.end() ? kNone : found->second;
}

RegionMap::RegionPtr RegionMap::For(const TableName& table, BytesView row) const {
  const RegionList regions = Of(table);
  auto after = std::upper_bound(
      regions->begin(), regions->end(), row,
      [](BytesView key, const RegionPtr& region) { return key < region->info().start_key; });
  if (after == regions->begin()) return nullptr;
  --after;
  return (*after)->info().Contains(row) ? *after : nullptr;
}

std::vector<RegionMap::RegionPtr> RegionMap::All() const {
  const std::shared_lock lock(mutex_);
  std::vector<RegionPtr> all;
  all.reserve(by_name_.size());
  for (const auto& [table, regions] : by_table_) {
    all.insert(all.end(), regions->begin(), regions->end());
  }
  return all;
}

size_t RegionMap::size() const {
  const std::shared_lock lock(mutex_);
  return by_name_.size();
}

void RegionMap::Replace(const TableName& table, const std::vector<RegionPtr>& gone,
                        const std::vector<RegionPtr>& come) {
  const std::unique_lock lock(mutex_);
  std::vector<RegionPtr> regions;
  if (const auto old = by_table_.find(table); old != by_table_.end()) {
    for (const RegionPtr& region : *old->second) {
      if (std::find(gone.begin(), gone.end(), region) == gone.end()) regions.push_back(region);
    }
  }
  regions.insert(regions.end(), come.begin(), come.end());
  std::sort(regions.begin(), regions.end(), [](const RegionPtr& a, const RegionPtr& b) {
    return a->info().start_key < b->info().start_key;
  });
  for (const RegionPtr& region : gone) {
    region->set_online(false);
    by_name_.erase(region->encoded_name());
  }
  for (const RegionPtr& region : come) by_name_[region->encoded_name()] = region;
  if (regions.empty()) {
    by_table_.erase(table);
  } else {
    by_table_[table] = std::make_shared<const std::vector<RegionPtr>>(std::move(regions));
  }
}

}  // namespace basalt::catalog
