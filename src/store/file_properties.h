// FileProperties: statistics of a store file's cells in its table properties, so that major
// compactions and expiry can select files without reading them.
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
  // The largest order number; 0: no cell has one.
  uint64_t last_order = 0;

  void Add(int64_t timestamp, CellType type, uint64_t order);
  // From the properties of a file; missing properties mean that the file may hold anything.
  static FileProperties From(const rocksdb::TableProperties& properties);
};

// Creates the collectors of these properties; shared by all column families.
std::shared_ptr<rocksdb::TablePropertiesCollectorFactory> FilePropertiesCollectorFactory();

}  // namespace basalt::store
