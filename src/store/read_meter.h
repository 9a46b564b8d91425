// ReadMeter: counts the reads of its thread during its lifetime. It costs a clock read per
// block, so it is used only on request. Belongs to the thread that creates it; one at a time per
// thread.
#pragma once

#include <cstdint>

namespace basalt::store {

struct ReadCosts {
  uint64_t blocks = 0;          // read from disk, of any kind
  uint64_t bytes = 0;           // read from disk
  uint64_t nanos = 0;           // spent reading
  uint64_t data_blocks = 0;     // data blocks read from disk
  uint64_t cached_blocks = 0;   // data blocks found in the block cache
  uint64_t cell_bytes = 0;      // keys and values of the cells visited
  uint64_t memstore_moves = 0;  // from cell to cell in memstores
};

class ReadMeter {
 public:
  ReadMeter();
  ReadMeter(const ReadMeter&) = delete;
  ReadMeter& operator=(const ReadMeter&) = delete;
  ~ReadMeter();

  // Since construction.
  ReadCosts Read() const;

 private:
  const ReadCosts before_;
  const int level_before_;
};

}  // namespace basalt::store
