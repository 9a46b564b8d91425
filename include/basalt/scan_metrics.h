// ScanMetrics: what a scan has cost so far, in the counters that HBase's clients have, by HBase's
// names. A scan with SetScanMetrics() keeps them; ResultScanner::metrics() shows them. Plain
// values.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

struct BASALT_EXPORT ScanMetrics {
  // Counted by the client. A directory has no calls.
  int64_t rpc_calls = 0;
  int64_t remote_rpc_calls = 0;  // to servers that are not called like this machine
  int64_t rpc_retries = 0;
  int64_t remote_rpc_retries = 0;
  int64_t not_serving_region_exception = 0;
  int64_t millis_between_nexts = 0;  // from the beginning to the last answer
  int64_t bytes_in_results = 0;      // of cells, as they travel
  int64_t bytes_in_remote_results = 0;
  int64_t regions_scanned = 0;  // one that is opened again counts again

  // Counted where the rows are, each as far as its server counts it.
  int64_t rows_scanned = 0;   // looked at
  int64_t rows_filtered = 0;  // of them those of which nothing was returned
  int64_t block_bytes_scanned = 0;
  int64_t fs_read_time = 0;
  int64_t bytes_read_from_fs = 0;
  int64_t bytes_read_from_block_cache = 0;
  int64_t bytes_read_from_memstore = 0;
  int64_t block_read_ops_count = 0;
  int64_t rpc_scan_processing_time = 0;  // milliseconds
  int64_t rpc_scan_queue_wait_time = 0;  // milliseconds

  struct Counter {
    std::string_view name;  // as HBase has it: "ROWS_SCANNED"
    int64_t ScanMetrics::*value;
  };
  // All of them, by name.
  static std::span<const Counter> Counters();
  // Adds to a counter by its name; a name that is unknown is passed over.
  void Add(std::string_view name, int64_t amount);
};

}  // namespace v1
}  // namespace basalt
