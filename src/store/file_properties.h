// File facts: what each store file says about its cells in its properties, so that majors and
// expiry can tell which files need work without reading them.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include <rocksdb/table_properties.h>

#include "basalt/cell.h"

namespace basalt::store {

struct FileProperties {
  uint64_t cells = 0;
  uint64_t markers = 0;
  int64_t earliest_put = kLatestTimestamp;
  int64_t newest = std::numeric_limits<int64_t>::min();

  void Add(int64_t timestamp, CellType type);
  // From the properties of a file; nothing known reads as "may hold anything".
  static FileProperties From(const rocksdb::TableProperties& properties);
};

// Makes the collectors that record the facts; shared by all column families.
std::shared_ptr<rocksdb::TablePropertiesCollectorFactory> FileFactsCollectorFactory();

}  // namespace basalt::store
