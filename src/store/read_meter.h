// ReadMeter: counts what its thread reads from the disk while it lives. It costs a look at the
// clock per block, so it is for those who ask. Belongs to the thread that makes it; one at a time
// counts.
#pragma once

#include <cstdint>

namespace basalt::store {

struct ReadCosts {
  uint64_t blocks = 0;  // that were not in the cache
  uint64_t bytes = 0;   // of those
  uint64_t nanos = 0;   // spent waiting for them
};

class ReadMeter {
 public:
  ReadMeter();
  ReadMeter(const ReadMeter&) = delete;
  ReadMeter& operator=(const ReadMeter&) = delete;
  ~ReadMeter();

  // Since the beginning.
  ReadCosts Read() const;

 private:
  const ReadCosts before_;
  const int level_before_;
};

}  // namespace basalt::store
