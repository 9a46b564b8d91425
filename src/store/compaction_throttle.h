// CompactionThrottle: limits the write rate of compactions. Flushes are not limited, as writers
// wait for them. As in HBase, the rate depends on the compaction backlog.
//
// Thread safe; shared by the store and its engine.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include <rocksdb/rate_limiter.h>

namespace basalt::store {

class Store;

// Bytes per second at a pressure: 0: no backlog, 1: writes are about to be slowed down. Returns 0
// (unlimited) above that.
uint64_t CompactionSpeed(uint64_t lower, uint64_t higher, double pressure);

class CompactionThrottle : public rocksdb::RateLimiter {
 public:
  // A lower rate of 0: no limit.
  CompactionThrottle(uint64_t lower, uint64_t higher);

  // Other rates; they hold from the next Tune on.
  void SetRates(uint64_t lower, uint64_t higher);
  // Sets the rate for the current pressure.
  void Tune(double pressure);
  // 0: no limit.
  uint64_t bytes_per_second() const;

  void SetBytesPerSecond(int64_t bytes_per_second) override;
  using rocksdb::RateLimiter::Request;
  void Request(int64_t bytes, rocksdb::Env::IOPriority priority,
               rocksdb::Statistics* statistics) override;
  int64_t GetSingleBurstBytes() const override;
  int64_t GetTotalBytesThrough(rocksdb::Env::IOPriority priority) const override;
  int64_t GetTotalRequests(rocksdb::Env::IOPriority priority) const override;
  rocksdb::Status GetTotalPendingRequests(int64_t* requests,
                                          rocksdb::Env::IOPriority priority) const override;
  int64_t GetBytesPerSecond() const override;

 private:
  std::atomic<uint64_t> lower_;
  std::atomic<uint64_t> higher_;
  const std::unique_ptr<rocksdb::RateLimiter> limiter_;
};

// How far the store's compactions are behind: see CompactionSpeed.
double CompactionPressure(Store& store);

}  // namespace basalt::store
