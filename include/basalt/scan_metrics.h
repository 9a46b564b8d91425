// ScanMetrics: the counters of a scan, with HBase's names. Kept for scans with
// SetScanMetricsEnabled() and returned by ResultScanner::metrics(). Plain values.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

struct BASALT_EXPORT ScanMetrics {
  // Counted by the client. A directory has no calls.
  int64_t rpc_calls = 0;                     // requests to servers
  int64_t remote_rpc_calls = 0;              // to servers with another host name than this machine
  int64_t rpc_retries = 0;                   // repeated requests
  int64_t remote_rpc_retries = 0;            // those to another host name
  int64_t not_serving_region_exception = 0;  // requests to a server that no longer had the region
  int64_t millis_between_nexts = 0;          // from the start of the scan to the last response
  int64_t bytes_in_results = 0;              // the serialized size of cells
  int64_t bytes_in_remote_results = 0;       // from servers with another host name
  int64_t regions_scanned = 0;               // counted each time a scanner is opened

  // Counted by the server or store. A counter that a server does not report stays 0.
  int64_t rows_scanned = 0;                 // rows that were looked at
  int64_t rows_filtered = 0;                // scanned rows without a returned cell
  int64_t block_bytes_scanned = 0;          // the size of the blocks that were looked at
  int64_t fs_read_time = 0;                 // milliseconds spent on reading files
  int64_t bytes_read_from_fs = 0;           // read from files
  int64_t bytes_read_from_block_cache = 0;  // found in the block cache
  int64_t bytes_read_from_memstore = 0;     // found in memory, not flushed yet
  int64_t block_read_ops_count = 0;         // blocks that were read from files
  int64_t rpc_scan_processing_time = 0;     // milliseconds
  int64_t rpc_scan_queue_wait_time = 0;     // milliseconds

  // The name of a counter and where it is.
  struct Counter {
    std::string_view name;        // as HBase has it: "ROWS_SCANNED"; static text
    int64_t ScanMetrics::*value;  // metrics.*value is the counter
  };
  // All counters, ordered by name. Static.
  static std::span<const Counter> Counters();
  // Adds to a counter by its name; unknown names are ignored.
  void Add(std::string_view name, int64_t amount);
};

}  // namespace v1
}  // namespace basalt
