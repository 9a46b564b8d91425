// RowBatch: the cells of raw scans on their way into another table, as mutations.
//
// A delete marker and the puts it hides must arrive together: a major compaction of the destination
// in between would drop a marker that came first, and surplus versions would be chosen wrongly
// before one that comes later. So a row is one mutation, which is atomic. A row too large for that
// goes in parts, and each part repeats the markers that reach into it. One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "basalt/row_result.h"
#include "basalt/table.h"

namespace basalt::copy {

class RowBatch {
 public:
  // Rows above this size go in parts.
  explicit RowBatch(size_t max_row_bytes) : max_row_bytes_(max_row_bytes) {}

  // The next result of a raw scan: a row or a part of one.
  void Add(const RowResult& part);
  // The last row is complete: at the end of a scan.
  void EndRow();
  // Writes what is there, except for a row that may still go on, and empties itself of it.
  Status WriteTo(Table& table);
  // Forgets everything.
  void Clear();

  // Of what WriteTo would write.
  uint64_t bytes() const { return bytes_; }
  uint64_t cells() const { return cells_; }
  uint64_t rows() const { return rows_; }
  size_t mutations() const { return puts_.size() + deletes_.size() + mixed_.size(); }
  // The row whose cells came last; empty: none yet.
  const Bytes& current_row() const { return row_; }
  // The last row that is complete; empty: none yet.
  const Bytes& last_row() const { return last_row_; }

 private:
  void AddCell(const CellView& cell);
  void RepeatMarkers(const CellView& next);
  void NoteMarker(const CellView& cell);
  // Hands over what has come of the row.
  void FinishPart();

  size_t max_row_bytes_;
  std::vector<Put> puts_;
  std::vector<Delete> deletes_;
  std::vector<Action> mixed_;
  uint64_t bytes_ = 0;
  uint64_t cells_ = 0;
  uint64_t rows_ = 0;
  Bytes last_row_;

  // The row under way.
  Bytes row_;
  std::vector<MutationCell> row_puts_;
  std::vector<MutationCell> row_markers_;
  uint64_t row_bytes_ = 0;
  uint64_t row_cells_ = 0;
  // Something of it was handed over already; the next part starts with the markers below.
  bool continued_ = false;
  Bytes family_;
  Bytes qualifier_;
  std::vector<MutationCell> family_markers_;
  std::vector<MutationCell> column_markers_;
};

}  // namespace basalt::copy
