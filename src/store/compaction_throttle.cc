#include "store/compaction_throttle.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include <rocksdb/db.h>

#include "store/disk_error_handler.h"
#include "store/family.h"
#include "store/store.h"

namespace basalt::store {
namespace {

// Above the throughput of any disk.
constexpr int64_t kUnlimited = int64_t{1} << 40;
// The number of uncompacted files of a family at which RocksDB slows writes down.
constexpr double kSlowAtFiles = 20;

}  // namespace

uint64_t CompactionSpeed(uint64_t lower, uint64_t higher, double pressure) {
  if (pressure > 1 || lower == 0) return 0;
  const double spread = static_cast<double>(higher) - static_cast<double>(lower);
  return lower + static_cast<uint64_t>(std::max(0.0, spread) * std::max(0.0, pressure));
}

CompactionThrottle::CompactionThrottle(uint64_t lower, uint64_t higher)
    : lower_(lower),
      higher_(higher),
      limiter_(
          rocksdb::NewGenericRateLimiter(lower == 0 ? kUnlimited : static_cast<int64_t>(lower))) {}

void CompactionThrottle::SetRates(uint64_t lower, uint64_t higher) {
  lower_ = lower;
  higher_ = higher;
}

void CompactionThrottle::Tune(double pressure) {
  const uint64_t speed = CompactionSpeed(lower_, higher_, pressure);
  const int64_t wanted = speed == 0 ? kUnlimited : static_cast<int64_t>(speed);
  if (wanted != limiter_->GetBytesPerSecond()) limiter_->SetBytesPerSecond(wanted);
}

uint64_t CompactionThrottle::bytes_per_second() const {
  const int64_t speed = limiter_->GetBytesPerSecond();
  return speed == kUnlimited ? 0 : static_cast<uint64_t>(speed);
}

void CompactionThrottle::SetBytesPerSecond(int64_t bytes_per_second) {
  limiter_->SetBytesPerSecond(bytes_per_second);
}

void CompactionThrottle::Request(int64_t bytes, rocksdb::Env::IOPriority priority,
                                 rocksdb::Statistics* statistics) {
  // Compactions have low priority, flushes high priority.
  if (priority != rocksdb::Env::IO_LOW || lower_ == 0) return;
  // Passed on as a write: the caller has already filtered by kind of operation.
  limiter_->Request(bytes, priority, statistics, OpType::kWrite);
}

int64_t CompactionThrottle::GetSingleBurstBytes() const { return limiter_->GetSingleBurstBytes(); }

int64_t CompactionThrottle::GetTotalBytesThrough(rocksdb::Env::IOPriority priority) const {
  return limiter_->GetTotalBytesThrough(priority);
}

int64_t CompactionThrottle::GetTotalRequests(rocksdb::Env::IOPriority priority) const {
  return limiter_->GetTotalRequests(priority);
}

rocksdb::Status CompactionThrottle::GetTotalPendingRequests(
    int64_t* requests, rocksdb::Env::IOPriority priority) const {
  return limiter_->GetTotalPendingRequests(requests, priority);
}

int64_t CompactionThrottle::GetBytesPerSecond() const { return limiter_->GetBytesPerSecond(); }

double CompactionPressure(Store& store) {
  if (store.disk_error_handler().writes_stalled()) return 2;
  double pressure = 0;
  for (const std::string& label : store.FamilyLabels()) {
    const auto family = store.FindFamily(label);
    if (family == nullptr) continue;
    std::string files;
    if (!store.engine().GetProperty(family->handle(), "rocksdb.num-files-at-level0", &files)) {
      continue;
    }
    pressure = std::max(pressure, std::strtod(files.c_str(), nullptr) / kSlowAtFiles);
  }
  return pressure;
}

}  // namespace basalt::store
