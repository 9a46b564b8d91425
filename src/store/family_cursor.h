// FamilyCursor: iterates over a family's cells row by row and returns the visible ones.
//
// Cells come from a RocksDB iterator; Visibility decides about each; the cursor turns its verdicts
// into steps and seeks. In reverse, a row is buffered by stepping back and then read forwards,
// since the rules need cells newest first. Owned by a RowScanner; one thread.
#pragma once

#include <memory>
#include <vector>

#include <rocksdb/iterator.h>

#include "basalt/cell.h"
#include "basalt/filter.h"
#include "basalt/status.h"
#include "base/call_budget.h"
#include "store/cell_codec.h"
#include "store/heap_size.h"
#include "store/row_order.h"
#include "store/visibility.h"

namespace basalt::store {

class FamilyCursor {
 public:
  enum class Direction : uint8_t { kForward, kBackward, kOneRow };

  // `family` must outlive the cursor. `store_limit` and `store_offset` as in Query.
  FamilyCursor(BytesView family, std::unique_ptr<rocksdb::Iterator> iterator, Visibility visibility,
               Direction direction, int32_t store_limit, int32_t store_offset,
               RowOrder row_order = RowOrder::kPlain);

  // Counts every cell that the cursor looks at, visible or not, from here on; nullptr: nobody
  // counts. It must outlive the moves that follow.
  void set_budget(base::CallBudget* budget) { budget_ = budget; }

  // To the first row in the scan's direction. `lower`: escaped key the range begins at.
  void SeekToFirst(BytesView lower);

  // Whether there is a row, and which one (escaped, with terminator).
  bool at_end() const { return at_end_; }
  BytesView row() const { return row_; }
  // An error met while reading, the end of the budget included; at_end() is true then.
  Status status() const;

  // See Visibility.
  int64_t unchanged_until_ms() const { return visibility_.unchanged_until_ms(); }

  // Starts the current row. `raw_row`: its unescaped bytes, valid until the row is left.
  void BeginRow(BytesView raw_row);

  enum class Outcome : uint8_t { kCell, kRowDone, kScanDone };
  // The next visible cell of the row; valid until the next call. kScanDone: the filter wants no
  // more of this family.
  Outcome NextCell(Filter* filter, CellView& cell);

  // Of the last cell: what HBase counts for it, if it has it at `place`.
  size_t HeapBytes(const CellView& cell, CellPlace place) const;
  // The cells looked at so far, visible or not.
  uint64_t cells_seen() const { return cells_seen_; }

  // Whether the row has (visible or hidden) cells left after the last verdict.
  bool MoreInRow();
  // Moves to the next row.
  void LeaveRow();
  // Ends the iteration.
  void Finish() { at_end_ = left_row_ = true; }

 private:
  enum class Move : uint8_t { kNone, kStep, kNextColumn, kNextRow };
  struct BufferedCell {
    Bytes key;
    Bytes value;
  };

  void ReportDamage(BytesView key, std::string_view what);
  // Ends the iteration with an error.
  void Fail(Status error);
  // Sets source_valid_ and source_key_; to be called after every move.
  void LookAtSource();
  BytesView SourceValue() const;
  void SourceStep();
  void SourceSeek(BytesView target);
  // Whether the source is at a cell of row_.
  bool InRow() const {
    return source_valid_ && source_key_.size() > row_.size() &&
           EqualBytes(source_key_.data(), row_.data(), row_.size());
  }
  // Whether the key, of this row, has another qualifier than the last cell judged.
  bool IsNewColumn(BytesView key) const {
    return key.size() != row_.size() + qualifier_.size() + KeySuffixLength(key) ||
           qualifier_.empty() ||
           !EqualBytes(key.data() + row_.size(), qualifier_.data(), qualifier_.size());
  }
  // Makes the key's qualifier the current one; false if there is none.
  bool EnterColumn(BytesView key);

  void FollowMove();
  // Skips the rest of the current column, by steps or by a seek, whichever has been cheaper.
  void SkipColumn();
  // Whether the source, at a cell of the row, has reached the column to continue with.
  bool ColumnSkipped() const;
  // Sets row_ and at_end_ from the source's position.
  void LoadRow();
  // Reversed: the iterator is at the last cell of a row; buffers that row as the source.
  void CollectRowBackwards();
  void SeekPreviousRow(BytesView row);
  // Moves to the hint if it is ahead; false when it is not.
  bool FollowHint(const Cell& hint, const CellView& cell);
  // `target` must not be before the source's position.
  void StepOrSeek(BytesView target);
  void SeekInsteadOfSteps(BytesView target);

  BytesView family_;
  std::unique_ptr<rocksdb::Iterator> iterator_;
  Visibility visibility_;
  const Direction direction_;
  const int32_t store_limit_;
  const int32_t store_offset_;
  const RowOrder row_order_;

  base::CallBudget* budget_ = nullptr;
  Status error_;
  bool at_end_ = true;
  // A filter's hint has already moved the cursor out of the row.
  bool left_row_ = false;
  // The row was left because of store_limit.
  bool limit_reached_ = false;
  // The source's position, cached per move to save virtual calls.
  bool source_valid_ = false;
  BytesView source_key_;
  Bytes row_;        // escaped
  Bytes qualifier_;  // escaped, of the last cell judged; empty: none yet
  BytesView raw_row_;
  BytesView raw_qualifier_;
  Bytes qualifier_scratch_;
  Bytes seek_scratch_;
  int32_t included_ = 0;
  uint64_t cells_seen_ = 0;
  // Of the last cell, if there is a filter: its size as stored, and whether the filter took its
  // value.
  size_t stored_size_ = 0;
  bool stripped_ = false;
  Move move_ = Move::kNone;
  // Steps to try before a seek; decreases while seeks turn out to be needed. At 0 columns are
  // skipped by seeks alone, and steps are retried from time to time.
  int step_budget_;
  int seeks_before_steps_ = 0;

  // Reversed scans only.
  bool buffered_ = false;
  std::vector<BufferedCell> buffer_;  // last cell of the row first
  size_t buffer_size_ = 0;
  size_t buffer_at_ = 0;
};

}  // namespace basalt::store
