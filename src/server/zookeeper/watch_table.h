// WatchTable: which connection wants to hear of which node. ZooKeeper's rules: data and child
// watches fire once, persistent ones stay; an exists watch is a data watch on a node that may be
// missing; watches live as long as their connection (a client sets them again after a reconnect).
//
// Not thread safe: the façade uses it on its strand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "wire/zookeeper/constants.h"

namespace basalt::server::zookeeper {

enum class WatchKind : uint8_t { kData, kChild, kPersistent, kRecursive };

class WatchTable {
 public:
  using Watcher = uint64_t;

  // `max_bytes_per_watcher` bounds what one connection can make the server remember.
  explicit WatchTable(size_t max_bytes_per_watcher) : max_bytes_(max_bytes_per_watcher) {}

  // False when the watcher has no room left; nothing is registered then.
  [[nodiscard]] bool Add(WatchKind kind, std::string_view path, Watcher watcher);
  bool Has(WatchKind kind, std::string_view path, Watcher watcher) const;
  // False when there was none.
  bool Remove(WatchKind kind, std::string_view path, Watcher watcher);
  void RemoveAll(Watcher watcher);

  // Who is to be told of the event, each once; watches that fire once are gone after it.
  std::vector<Watcher> Fire(wire::zookeeper::EventType type, std::string_view path);

  // The paths of all watches but the recursive ones.
  std::set<std::string> Paths() const;
  bool HasRecursive() const {
    return !by_path_[static_cast<size_t>(WatchKind::kRecursive)].empty();
  }

  size_t size() const;

 private:
  static constexpr size_t kKinds = 4;
  // What an entry costs beside the path: nodes of the two maps.
  static constexpr size_t kEntryBytes = 128;
  using ByPath = std::map<std::string, std::set<Watcher>, std::less<>>;
  struct Holder {
    std::set<std::pair<WatchKind, std::string>> watches;
    size_t bytes = 0;
  };

  void Collect(WatchKind kind, std::string_view path, std::set<Watcher>* told) const;

  const size_t max_bytes_;
  std::array<ByPath, kKinds> by_path_;
  std::unordered_map<Watcher, Holder> holders_;
};

}  // namespace basalt::server::zookeeper
