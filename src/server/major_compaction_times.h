// MajorCompactionTimes: when each family of each region was last major compacted, and how far the
// store's writes had come then. Kept in the store, so that a period may be longer than a process
// lives. Thread safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::store {
class Store;
}

namespace basalt::server {

class MajorCompactionTimes {
 public:
  struct Major {
    // Milliseconds; 0: never.
    int64_t ended_ms = 0;
    // The store's sequence number when it began.
    uint64_t sequence = 0;
  };

  // The store must outlive the records.
  explicit MajorCompactionTimes(store::Store& store) : store_(store) {}

  // Forgets those of regions that `known` does not know.
  Status Load(const std::function<bool(const std::string& region)>& known);
  Status Note(const std::string& region, const Bytes& family, const Major& major);
  Major Of(const std::string& region, const Bytes& family) const;

 private:
  using Key = std::pair<std::string, Bytes>;

  store::Store& store_;
  mutable std::mutex mutex_;
  std::map<Key, Major> majors_;
};

}  // namespace basalt::server
