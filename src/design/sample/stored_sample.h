// Samples the rows of a table on any connection: a bounded number of rows from all regions, taken
// from the beginning, the end and places between of each. Only the key and the timestamp of a row's
// first cell are fetched, no values. Uses the public interface only.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "basalt/connection.h"
#include "basalt/status.h"

namespace basalt::design {

struct StoredSampleOptions {
  // Total rows. If the table has very many regions, some are skipped.
  uint32_t rows = 20'000;
  // Positions in the whole table to read from, besides the ends of regions.
  int places = 256;
};

struct StoredSampleHooks {
  // Called once per row.
  std::function<void(BytesView key, int64_t timestamp)> row;
  // Called periodically.
  std::function<void(uint64_t rows, size_t regions_done, size_t regions)> progress;
};

// The start keys of the table's regions, ascending.
Result<std::vector<Bytes>> RegionStarts(Connection& connection, const TableName& table);

Status SampleStoredRows(Connection& connection, const TableName& table,
                        const std::vector<Bytes>& region_starts, const StoredSampleOptions& options,
                        const StoredSampleHooks& hooks);

}  // namespace basalt::design
