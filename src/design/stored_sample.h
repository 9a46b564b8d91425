// A sample of the rows a table has, on any connection: so many at most, spread over all its
// regions, from the beginning, the end and places between of each. Of each row the key and the time
// of its first cell are fetched, and no values. Pure functions on the public interface.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "basalt/connection.h"
#include "basalt/status.h"

namespace basalt::design {

struct StoredSampleOptions {
  // Of the whole table. If it has very many regions, some of them are left out.
  uint32_t rows = 20'000;
  // Places of the whole table that are read from, beside the ends of its regions.
  int places = 256;
};

struct StoredSampleHooks {
  // Each row once.
  std::function<void(BytesView key, int64_t timestamp)> row;
  // How far it is.
  std::function<void(uint64_t rows, size_t regions_done, size_t regions)> progress;
};

// The start keys of the table's regions, ascending.
Result<std::vector<Bytes>> RegionStarts(Connection& connection, const TableName& table);

Status SampleStoredRows(Connection& connection, const TableName& table,
                        const std::vector<Bytes>& region_starts, const StoredSampleOptions& options,
                        const StoredSampleHooks& hooks);

}  // namespace basalt::design
