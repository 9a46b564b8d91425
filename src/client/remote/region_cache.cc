#include "client/remote/region_cache.h"

#include <iterator>
#include <utility>

namespace basalt::client {

bool Suits(const model::RegionInfo& region, BytesView row, Locate how) {
  if (how == Locate::kHolding) return region.Contains(row);
  if (row.empty()) return region.end_key.empty();
  return region.start_key < row && (region.end_key.empty() || row <= region.end_key);
}

RegionLocationPtr RegionCache::Find(const TableName& table, BytesView row, Locate how) const {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(table);
  if (found == tables_.end()) return nullptr;
  const auto& regions = found->second;
  auto next = regions.end();
  if (how == Locate::kHolding) {
    next = regions.upper_bound(row);
  } else if (!row.empty()) {
    next = regions.lower_bound(row);
  }
  if (next == regions.begin()) return nullptr;
  const RegionLocationPtr& location = std::prev(next)->second;
  return Suits(location->info, row, how) ? location : nullptr;
}

void RegionCache::Add(RegionLocationPtr location) {
  const std::lock_guard lock(mutex_);
  tables_[location->info.table][location->info.start_key] = std::move(location);
}

void RegionCache::Drop(const RegionLocationPtr& location) {
  const std::lock_guard lock(mutex_);
  const auto table = tables_.find(location->info.table);
  if (table == tables_.end()) return;
  const auto found = table->second.find(location->info.start_key);
  if (found != table->second.end() && found->second == location) table->second.erase(found);
}

void RegionCache::DropServer(const HostPort& server) {
  const std::lock_guard lock(mutex_);
  for (auto& [name, regions] : tables_) {
    std::erase_if(regions, [&](const auto& entry) { return entry.second->server == server; });
  }
}

void RegionCache::DropTable(const TableName& table) {
  const std::lock_guard lock(mutex_);
  tables_.erase(table);
}

}  // namespace basalt::client
