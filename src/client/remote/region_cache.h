// RegionCache: the known locations of regions. An entry may be outdated; it is dropped when a
// server says that it does not have the region. Thread safe.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "client/remote/address.h"
#include "model/region_info.h"

namespace basalt::client {

struct RegionLocation {
  model::RegionInfo info;
  Bytes name;  // info's whole name
  HostPort server;
};
using RegionLocationPtr = std::shared_ptr<const RegionLocation>;

// Which region is looked up for a row.
enum class Locate : uint8_t {
  kHolding,  // the one that holds it
  kBefore,   // the one that holds the rows right before it; an empty row: the table's last
};

bool Suits(const model::RegionInfo& region, BytesView row, Locate how);

class RegionCache {
 public:
  // nullptr when the location is not known.
  RegionLocationPtr Find(const TableName& table, BytesView row, Locate how) const;
  void Add(RegionLocationPtr location);
  // Drops this entry; a newer one of the same region stays.
  void Drop(const RegionLocationPtr& location);
  // Drops all regions of the server.
  void DropServer(const HostPort& server);
  void DropTable(const TableName& table);

 private:
  mutable std::mutex mutex_;
  // By start key.
  std::map<TableName, std::map<Bytes, RegionLocationPtr, std::less<>>> tables_;
};

}  // namespace basalt::client
