// Scrub: reads every file of a store at a limited rate and compares its blocks with their
// checksums, while the store is in use. Damaged files are noted in the store's DamageRegistry.
//
// Store files are read past the block cache. Blob files have no reader of their own in RocksDB: the
// cells of families that have some are read with their values. One thread; Stop from any.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "basalt/status.h"

namespace basalt::store {

class Store;

// Called with the bytes about to be read; an error ends the work.
using ReadPace = std::function<Status(uint64_t bytes)>;

// Reads one store file. kCorruption if its size or one of its checksums is wrong. `pace` may be
// nullptr.
Status VerifyStoreFile(const std::string& path, uint64_t bytes, const ReadPace& pace);

class Scrub {
 public:
  // `bytes_per_second` 0: as fast as the disk.
  Scrub(std::shared_ptr<Store> store, uint64_t bytes_per_second)
      : store_(std::move(store)), bytes_per_second_(bytes_per_second) {}

  struct Progress {
    uint64_t files = 0;
    uint64_t bytes = 0;
    // What there was to read when the scrub began.
    uint64_t total_files = 0;
    uint64_t total_bytes = 0;
    // Found by this scrub.
    uint64_t damaged_files = 0;
  };

  // Reads everything. Not an error if files are damaged; kCancelled after Stop.
  Status Run();
  void Stop() { stopped_ = true; }
  // From any thread, while it runs and afterwards.
  Progress progress() const;

 private:
  Status Pace(uint64_t bytes);
  Status ReadBlobs(const std::string& label);
  void NoteDamage(const std::string& label, const std::string& file, const Status& error);

  const std::shared_ptr<Store> store_;
  const uint64_t bytes_per_second_;
  std::atomic<bool> stopped_{false};
  std::atomic<uint64_t> files_{0};
  std::atomic<uint64_t> bytes_{0};
  std::atomic<uint64_t> total_files_{0};
  std::atomic<uint64_t> total_bytes_{0};
  std::atomic<uint64_t> damaged_files_{0};
  int64_t started_us_ = 0;
};

}  // namespace basalt::store
