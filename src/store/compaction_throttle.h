// CompactionThrottle: how fast compactions may write. Flushes are not held back: writers wait for
// those. As HBase does it, the speed depends on how far compactions have fallen behind.
//
// Thread safe; shared by the store and its engine.
#pragma once

#include <cstdint>
#include <memory>

#include <rocksdb/rate_limiter.h>

namespace basalt::store {

class Store;

// Bytes per second at a pressure: 0: nothing to do, 1: writes are about to be slowed down. Above
// that there is no limit, told as 0.
uint64_t CompactionSpeed(uint64_t lower, uint64_t higher, double pressure);

class CompactionThrottle : public rocksdb::RateLimiter {
 public:
  CompactionThrottle(uint64_t lower, uint64_t higher);

  // Sets the speed for the pressure there is.
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
  const uint64_t lower_;
  const uint64_t higher_;
  const std::unique_ptr<rocksdb::RateLimiter> limiter_;
};

// How far the store's compactions are behind: see CompactionSpeed.
double CompactionPressure(Store& store);

}  // namespace basalt::store
