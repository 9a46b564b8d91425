#include "basalt/scan_metrics.h"

#include <algorithm>
#include <array>

namespace basalt {
inline namespace v1 {
namespace {

using M = ScanMetrics;
constexpr std::array kCounters = {
    M::Counter{"BLOCK_BYTES_SCANNED", &M::block_bytes_scanned},
    M::Counter{"BLOCK_READ_OPS_COUNT", &M::block_read_ops_count},
    M::Counter{"BYTES_IN_REMOTE_RESULTS", &M::bytes_in_remote_results},
    M::Counter{"BYTES_IN_RESULTS", &M::bytes_in_results},
    M::Counter{"BYTES_READ_FROM_BLOCK_CACHE", &M::bytes_read_from_block_cache},
    M::Counter{"BYTES_READ_FROM_FS", &M::bytes_read_from_fs},
    M::Counter{"BYTES_READ_FROM_MEMSTORE", &M::bytes_read_from_memstore},
    M::Counter{"FS_READ_TIME", &M::fs_read_time},
    M::Counter{"MILLIS_BETWEEN_NEXTS", &M::millis_between_nexts},
    M::Counter{"NOT_SERVING_REGION_EXCEPTION", &M::not_serving_region_exception},
    M::Counter{"REGIONS_SCANNED", &M::regions_scanned},
    M::Counter{"REMOTE_RPC_CALLS", &M::remote_rpc_calls},
    M::Counter{"REMOTE_RPC_RETRIES", &M::remote_rpc_retries},
    M::Counter{"ROWS_FILTERED", &M::rows_filtered},
    M::Counter{"ROWS_SCANNED", &M::rows_scanned},
    M::Counter{"RPC_CALLS", &M::rpc_calls},
    M::Counter{"RPC_RETRIES", &M::rpc_retries},
    M::Counter{"RPC_SCAN_PROCESSING_TIME", &M::rpc_scan_processing_time},
    M::Counter{"RPC_SCAN_QUEUE_WAIT_TIME", &M::rpc_scan_queue_wait_time},
};

static_assert(std::ranges::is_sorted(kCounters, {}, &M::Counter::name));
static_assert(sizeof(M) == kCounters.size() * sizeof(int64_t), "a counter has no name");

}  // namespace

std::span<const ScanMetrics::Counter> ScanMetrics::Counters() { return kCounters; }

void ScanMetrics::Add(std::string_view name, int64_t amount) {
  const auto found = std::ranges::lower_bound(kCounters, name, {}, &Counter::name);
  if (found != kCounters.end() && found->name == name) this->*found->value += amount;
}

}  // namespace v1
}  // namespace basalt
