// ScannerRegistry: the scanners clients have open. Each has a lease: a scanner that is not used in
// time is closed. A scanner that reached its end is remembered for one more lease, since clients
// close such scanners late. Thread safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>

#include "basalt/status.h"
#include "base/ordered_mutex.h"
#include "catalog/region.h"
#include "catalog/table_scanner.h"
#include "quota/operation_quota.h"

namespace basalt::server {

// A scanner and what belongs to it. Used by the call that holds its mutex.
struct OpenScanner {
  base::OrderedMutex<base::LockRank::kOpenScanner> mutex;
  uint64_t id = 0;
  std::shared_ptr<catalog::Region> region;
  std::unique_ptr<catalog::TableScanner> rows;
  size_t max_result_bytes = 0;
  bool needs_cursor = false;
  uint64_t next_sequence = 0;
  // The row of the last result, if more of it was to be expected.
  std::optional<Bytes> unfinished_row;
  bool closed = false;
  // For the estimate of what its next call costs.
  quota::ScanHistory history;
};

class ScannerRegistry {
 public:
  using SteadyClock = std::chrono::steady_clock;

  ScannerRegistry(std::chrono::milliseconds lease, size_t max_scanners, int64_t start_code);
  ~ScannerRegistry();

  std::chrono::milliseconds lease() const { return lease_; }
  size_t size() const;

  // Gives the scanner an id. kRegionTooBusy when there are too many.
  Status Add(const std::shared_ptr<OpenScanner>& scanner);
  // What an id stands for.
  struct Found {
    // nullptr: the scanner reached its end less than a lease ago.
    std::shared_ptr<OpenScanner> scanner;
    uint64_t next_sequence = 0;
  };
  // kUnknownScanner. The lease does not expire until Release.
  Result<Found> Take(uint64_t id);
  void Release(uint64_t id);
  // Forgets the scanner; with `remember` later calls are told that it has ended.
  void Remove(uint64_t id, bool remember, uint64_t next_sequence);

  // Closes what has expired at `now`. Called by the registry's own thread, and by tests.
  void Expire(SteadyClock::time_point now);

 private:
  struct Entry {
    std::shared_ptr<OpenScanner> scanner;
    uint64_t next_sequence = 0;
    int calls = 0;  // in progress
    SteadyClock::time_point expires;
  };

  void Watch();

  const std::chrono::milliseconds lease_;
  const size_t max_scanners_;
  const uint64_t id_base_;
  mutable base::OrderedMutex<base::LockRank::kScannerRegistry> mutex_;
  uint32_t next_id_ = 1;
  size_t open_ = 0;
  std::unordered_map<uint64_t, Entry> entries_;
  base::ConditionVariable wake_;
  bool stopping_ = false;
  std::thread watcher_;
};

}  // namespace basalt::server
