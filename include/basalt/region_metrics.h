// RegionMetrics: what is known of a region of a table. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

// A family of a region. Sizes and counts are estimates.
struct BASALT_EXPORT FamilyMetrics {
  // The family's name. Empty from a server, which reports all families together.
  Bytes family;
  // The region's part of the family's files, compressed as they are.
  uint64_t store_file_size_bytes = 0;
  // Data of the region that is in memory and not flushed yet.
  uint64_t memstore_size_bytes = 0;
  // Files with rows of the region; a file may hold rows of several regions.
  int store_file_count = 0;
};

// A region of a table, with HBase's names where HBase has the value. Counts begin when the region
// is created or the directory is opened. Servers do not report what HBase does not have: bytes,
// requests per second, hot rows and insert order.
struct BASALT_EXPORT RegionMetrics {
  // <table>,<start key>,<id>.<encoded name>.
  Bytes name;
  // The MD5 of the name in hexadecimal: short, and unique to the region.
  std::string encoded_name;
  // The region's first row; empty: the beginning of the table.
  Bytes start_key;
  // The first row after the region; empty: the end of the table.
  Bytes end_key;
  // About the time at which the region was created, in milliseconds.
  int64_t region_id = 0;
  // Whether the region can be read and written: its table is enabled and a server has it open.
  bool online = false;
  // In the order of their names.
  std::vector<FamilyMetrics> families;
  // Gets, and rows that scans returned.
  uint64_t read_request_count = 0;
  // Mutations of rows.
  uint64_t write_request_count = 0;
  // Rows that scans read and a filter dropped.
  uint64_t filtered_read_request_count = 0;
  // The size of the cells that were returned.
  uint64_t bytes_read = 0;
  // The size of the cells that were written.
  uint64_t bytes_written = 0;
  // Over about the last 30 seconds, estimated from a sample. The same is true of what follows.
  double requests_per_second = 0;
  // A row with a large part of the region's requests.
  struct HotRow {
    // The row's key.
    Bytes row;
    // The row's fraction of the region's requests, from 0 to 1.
    double fraction = 0;
  };
  // A few of the rows with the most requests, in descending order.
  std::vector<HotRow> hot_rows;
  // The order of inserted row keys. Monotonic keys hotspot one region: see docs/regions.md.
  struct InsertOrder {
    // Sampled inserts.
    uint64_t samples = 0;
    // Fractions of monotonically increasing and decreasing inserts, from 0 to 1.
    double ascending_fraction = 0;
    double descending_fraction = 0;
  };
  // Whether the region's row keys are inserted in order.
  InsertOrder insert_order;
};

}  // namespace v1
}  // namespace basalt
