// CellBatch: cells that are written together with the catalog's records, in one step. The catalog's
// way to keep its own tables: nothing is checked or locked, and what is erased is gone for good,
// without markers. One thread.
#pragma once

#include <memory>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "store/engine_fwd.h"

namespace basalt::store {

class CellTable;

class CellBatch {
 public:
  CellBatch();
  ~CellBatch();
  CellBatch(CellBatch&&) noexcept;
  CellBatch& operator=(CellBatch&&) noexcept;

  // kNoSuchColumnFamily when the table does not have the family.
  Status Put(const CellTable& table, BytesView row, BytesView family, BytesView qualifier,
             int64_t timestamp, BytesView value);
  // Every cell of the row that is in the store now.
  Status EraseRow(const CellTable& table, BytesView row);
  // Every version of one column.
  Status EraseColumn(const CellTable& table, BytesView row, BytesView family, BytesView qualifier);

  bool empty() const;
  rocksdb::WriteBatch& engine_batch() { return *batch_; }

 private:
  std::unique_ptr<rocksdb::WriteBatch> batch_;
};

}  // namespace basalt::store
