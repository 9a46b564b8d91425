// RegionMap: the regions there are, by encoded name and by table. What the catalog has decided,
// kept for fast lookups: every request asks it once. Thread safe; owned by the catalog.
#pragma once

#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "catalog/region.h"

namespace basalt::catalog {

class RegionMap {
 public:
  using RegionPtr = std::shared_ptr<Region>;
  // In the order of their start keys; never changes.
  using RegionList = std::shared_ptr<const std::vector<RegionPtr>>;

  // nullptr when there is none.
  RegionPtr Find(std::string_view encoded_name) const;
  // Of a table; empty when there are none.
  RegionList Of(const TableName& table) const;
  // The region with that row; nullptr when there is none.
  RegionPtr For(const TableName& table, BytesView row) const;
  std::vector<RegionPtr> All() const;
  size_t size() const;

  // Takes `gone` out and puts `come` in, all of one table, as one step. Regions taken out go
  // offline.
  void Replace(const TableName& table, const std::vector<RegionPtr>& gone,
               const std::vector<RegionPtr>& come);

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };

  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, RegionPtr, Hash, std::equal_to<>> by_name_;
  std::map<TableName, RegionList> by_table_;
};

}  // namespace basalt::catalog
