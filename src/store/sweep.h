// Sweep: the last step of a major compaction. Deletes the cells that Visibility lets a major
// compaction drop, row by row, each under the row's lock. Used by one thread.
#pragma once

#include <cstdint>
#include <memory>

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include "basalt/status.h"
#include "base/call_limits.h"
#include "store/row_order.h"
#include "store/visibility.h"

namespace basalt::store {

class Family;
class Store;

class Sweep {
 public:
  // `earliest_put`: the oldest put in the files the major compaction covers.
  Sweep(Store& store, uint64_t table_id, Family& family, int64_t earliest_put,
        RowOrder row_order = RowOrder::kPlain);
  ~Sweep();
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  // All rows with keys in [lower, upper), both escaped. The limits may end it between two rows.
  Status Run(const Bytes& lower, const Bytes& upper, const base::CallLimits& limits = {});

  uint64_t cells_dropped() const { return cells_dropped_; }

 private:
  Visibility NewVisibility() const;
  // Evaluates the row at the iterator and leaves the iterator after the row. Calls `drop` with each
  // key and type to delete.
  template <typename Drop>
  Status JudgeRow(rocksdb::Iterator& iterator, Visibility& visibility, const Bytes& row, Drop drop);
  Status SweepRow(const Bytes& row);

  Store& store_;
  const uint64_t table_id_;
  Family& family_;
  const int64_t earliest_put_;
  const RowOrder row_order_;
  uint64_t cells_dropped_ = 0;
};

}  // namespace basalt::store
