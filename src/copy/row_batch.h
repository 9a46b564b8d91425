// RowBatch: turns the cells of raw scans into mutations for another table.
//
// A delete marker and the puts it hides must arrive together: a major compaction of the destination
// in between would drop a marker that came first, and would count versions wrongly before a marker
// that comes later. So a row is one mutation, which is atomic. A row too large for that is written
// in parts, and each part repeats the markers that cover its cells. One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "basalt/row_result.h"
#include "basalt/table.h"

namespace basalt::copy {

class RowBatch {
 public:
  // Rows above this size are written in parts.
  explicit RowBatch(size_t max_row_bytes) : max_row_bytes_(max_row_bytes) {}

  // Adds the next result of a raw scan: a row or a part of one.
  void Add(const RowResult& part);
  // Marks the last row as complete, at the end of a scan.
  void EndRow();
  // Writes and clears everything except a row that may continue.
  Status WriteTo(Table& table);
  // Discards everything.
  void Clear();

  // The bytes that WriteTo would write.
  uint64_t bytes() const { return bytes_; }
  uint64_t cells() const { return cells_; }
  uint64_t rows() const { return rows_; }
  size_t mutations() const { return puts_.size() + deletes_.size() + mixed_.size(); }
  // The row of the last cells added; empty if none.
  const Bytes& current_row() const { return row_; }
  // The last complete row; empty if none.
  const Bytes& last_row() const { return last_row_; }

 private:
  void AddCell(const CellView& cell);
  void RepeatMarkers(const CellView& next);
  void NoteMarker(const CellView& cell);
  // Appends the current part of the row to the batch.
  void FinishPart();

  size_t max_row_bytes_;
  std::vector<Put> puts_;
  std::vector<Delete> deletes_;
  std::vector<Action> mixed_;
  uint64_t bytes_ = 0;
  uint64_t cells_ = 0;
  uint64_t rows_ = 0;
  Bytes last_row_;

  // The current row.
  Bytes row_;
  std::vector<MutationCell> row_puts_;
  std::vector<MutationCell> row_markers_;
  uint64_t row_bytes_ = 0;
  uint64_t row_cells_ = 0;
  // A part of the row is in the batch already; the next part starts with the markers below.
  bool continued_ = false;
  Bytes family_;
  Bytes qualifier_;
  std::vector<MutationCell> family_markers_;
  std::vector<MutationCell> column_markers_;
};

}  // namespace basalt::copy
