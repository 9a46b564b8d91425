// The bytes that snapshots hold alone: of files that their tables do not have any more. A file that
// several snapshots have counts for the first of them by name. Reads the snapshots' folders.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "basalt/table_name.h"
#include "catalog/catalog.h"

namespace basalt::quota {

struct SnapshotSize {
  TableName table;
  uint64_t bytes = 0;
};

// By the names of the snapshots.
std::map<std::string, SnapshotSize> SnapshotSizes(const catalog::Catalog& catalog);

}  // namespace basalt::quota
