#include "basalt/scan_metrics.h"

#include <gtest/gtest.h>

namespace basalt {
namespace {

TEST(ScanMetricsTest, AddsByNameAndPassesOverWhatItDoesNotKnow) {
  ScanMetrics metrics;
  metrics.Add("ROWS_SCANNED", 3);
  metrics.Add("ROWS_SCANNED", 4);
  metrics.Add("RPC_SCAN_QUEUE_WAIT_TIME", 5);
  metrics.Add("BLOCK_BYTES_SCANNED", 6);
  metrics.Add("ROWS", 7);
  metrics.Add("ZEBRAS", 8);
  EXPECT_EQ(metrics.rows_scanned, 7);
  EXPECT_EQ(metrics.rpc_scan_queue_wait_time, 5);
  EXPECT_EQ(metrics.block_bytes_scanned, 6);
  int64_t sum = 0;
  for (const ScanMetrics::Counter& counter : ScanMetrics::Counters()) {
    sum += metrics.*counter.value;
  }
  EXPECT_EQ(sum, 18);
}

TEST(ScanMetricsTest, EachCounterHasItsOwnName) {
  ScanMetrics metrics;
  int64_t amount = 1;
  for (const ScanMetrics::Counter& counter : ScanMetrics::Counters()) {
    metrics.Add(counter.name, amount);
    EXPECT_EQ(metrics.*counter.value, amount) << counter.name;
    ++amount;
  }
}

}  // namespace
}  // namespace basalt
