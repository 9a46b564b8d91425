// WriteOrder: the order numbers of cells, for families that store them (cell_codec.h).
//
// A write's number is larger than that of every write that was acknowledged before it began; writes
// that overlap in time may have the same number. The numbers follow RocksDB's sequence numbers,
// which survive restarts with the writes that have them, so nothing is recorded per write. Cells
// that come from another store may have larger numbers: an offset, kept in a record, leads past
// them. Thread safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include "basalt/status.h"
#include "store/engine_fwd.h"

namespace basalt::store {

class WriteOrder {
 public:
  // Writes the record.
  using Persist = std::function<Status(int64_t offset)>;

  // `engine` must outlive this object. `recorded`: the record's content, if there is one.
  void Open(rocksdb::DB& engine, std::optional<int64_t> recorded, Persist persist);

  // The number of a write. REQUIRES: the write's rows are locked, and stay so until it is done.
  uint64_t Next() const;
  // All numbers from now on are larger than `order`.
  Status AdvancePast(uint64_t order);

 private:
  rocksdb::DB* engine_ = nullptr;
  Persist persist_;
  std::mutex mutex_;  // held while the offset changes
  std::atomic<int64_t> offset_{0};
};

}  // namespace basalt::store
