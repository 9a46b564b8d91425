// CellBatch: writes cells atomically together with catalog records. For the catalog's own tables:
// nothing is validated or locked, and erased cells are physically deleted, without markers. One
// thread.
#pragma once

#include <memory>
#include <set>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "store/engine_fwd.h"

namespace basalt::store {

class CellTable;
class Family;

class CellBatch {
 public:
  CellBatch();
  ~CellBatch();
  CellBatch(CellBatch&&) noexcept;
  CellBatch& operator=(CellBatch&&) noexcept;

  // kNoSuchColumnFamily when the table does not have the family.
  Status Put(const CellTable& table, BytesView row, BytesView family, BytesView qualifier,
             int64_t timestamp, BytesView value);
  // Erases every stored cell of the row.
  Status EraseRow(const CellTable& table, BytesView row);
  // Erases every cell of the rows [start, stop), of all families; empty bounds are open. One entry
  // per family, however many rows there are.
  Status EraseRows(const CellTable& table, BytesView start, BytesView stop);
  // Erases every version of one column.
  Status EraseColumn(const CellTable& table, BytesView row, BytesView family, BytesView qualifier);

  bool empty() const;
  rocksdb::WriteBatch& engine_batch() { return *batch_; }
  // The families whose cells it changes.
  const std::set<std::shared_ptr<Family>>& families() const { return families_; }

 private:
  std::set<std::shared_ptr<Family>> families_;
  std::unique_ptr<rocksdb::WriteBatch> batch_;
};

}  // namespace basalt::store
