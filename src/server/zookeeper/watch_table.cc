#include "server/zookeeper/watch_table.h"

#include "wire/zookeeper/path.h"

namespace basalt::server::zookeeper {

using wire::zookeeper::EventType;

bool WatchTable::Add(WatchKind kind, std::string_view path, Watcher watcher) {
  Holder& holder = holders_[watcher];
  std::pair<WatchKind, std::string> key(kind, path);
  if (holder.watches.contains(key)) return true;
  size_t cost = kEntryBytes + 2 * path.size();
  if (holder.bytes + cost > max_bytes_) return false;
  holder.bytes += cost;
  holder.watches.insert(std::move(key));
  by_path_[static_cast<size_t>(kind)][std::string(path)].insert(watcher);
  return true;
}

bool WatchTable::Has(WatchKind kind, std::string_view path, Watcher watcher) const {
  const ByPath& paths = by_path_[static_cast<size_t>(kind)];
  auto found = paths.find(path);
  return found != paths.end() && found->second.contains(watcher);
}

bool WatchTable::Remove(WatchKind kind, std::string_view path, Watcher watcher) {
  if (!Has(kind, path, watcher)) return false;
  ByPath& paths = by_path_[static_cast<size_t>(kind)];
  auto found = paths.find(path);
  found->second.erase(watcher);
  if (found->second.empty()) paths.erase(found);
  Holder& holder = holders_[watcher];
  holder.watches.erase({kind, std::string(path)});
  holder.bytes -= kEntryBytes + 2 * path.size();
  return true;
}

void WatchTable::RemoveAll(Watcher watcher) {
  auto holder = holders_.find(watcher);
  if (holder == holders_.end()) return;
  for (const auto& [kind, path] : holder->second.watches) {
    ByPath& paths = by_path_[static_cast<size_t>(kind)];
    auto found = paths.find(path);
    found->second.erase(watcher);
    if (found->second.empty()) paths.erase(found);
  }
  holders_.erase(holder);
}

void WatchTable::Collect(WatchKind kind, std::string_view path, std::set<Watcher>* told) const {
  const ByPath& paths = by_path_[static_cast<size_t>(kind)];
  if (auto found = paths.find(path); found != paths.end()) {
    told->insert(found->second.begin(), found->second.end());
  }
}

std::vector<WatchTable::Watcher> WatchTable::Fire(EventType type, std::string_view path) {
  std::set<Watcher> told;
  const bool children = type == EventType::kNodeChildrenChanged;
  std::vector<WatchKind> once;
  if (!children) once.push_back(WatchKind::kData);
  if (children || type == EventType::kNodeDeleted) once.push_back(WatchKind::kChild);
  for (WatchKind kind : once) {
    std::set<Watcher> fired;
    Collect(kind, path, &fired);
    for (Watcher watcher : fired) Remove(kind, path, watcher);
    told.merge(fired);
  }
  Collect(WatchKind::kPersistent, path, &told);
  // A recursive watch hears of the child itself instead of its parent's list.
  if (!children) {
    for (std::string_view at = path;; at = wire::zookeeper::ParentPath(at)) {
      Collect(WatchKind::kRecursive, at, &told);
      if (at == "/") break;
    }
  }
  return {told.begin(), told.end()};
}

std::set<std::string> WatchTable::Paths() const {
  std::set<std::string> paths;
  for (WatchKind kind : {WatchKind::kData, WatchKind::kChild, WatchKind::kPersistent}) {
    for (const auto& [path, watchers] : by_path_[static_cast<size_t>(kind)]) paths.insert(path);
  }
  return paths;
}

size_t WatchTable::size() const {
  size_t count = 0;
  for (const auto& [watcher, holder] : holders_) count += holder.watches.size();
  return count;
}

}  // namespace basalt::server::zookeeper
