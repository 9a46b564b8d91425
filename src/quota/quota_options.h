// QuotaOptions: the settings of quotas. A value.
#pragma once

#include <cstdint>

#include "quota/rate_limiter.h"

namespace basalt::quota {

struct QuotaOptions {
  // Without quotas SetQuota is refused, nothing is limited and there is no hbase:quota, as in
  // HBase.
  bool enabled = false;
  RateLimiterOptions limiter;
  // Bytes of a capacity unit.
  uint64_t read_capacity_unit_bytes = 1024;
  uint64_t write_capacity_unit_bytes = 1024;
  // Reads cost the bytes of their results, not those they looked at.
  bool use_result_size = false;
  // hbase:quota is read anew so often, in case a client has written to it.
  int64_t refresh_period_ms = 43'200'000;
  // Space quotas are evaluated so often.
  int64_t space_check_period_ms = 60'000;
  // The sizes of snapshots are measured so often.
  int64_t snapshot_check_period_ms = 300'000;
  // The quotas of a table go with the table, and those of a namespace with the namespace.
  bool remove_on_delete = true;
  // For HBase's estimate of the time that a request holds a handler.
  uint32_t handler_threads = 30;
};

}  // namespace basalt::quota
