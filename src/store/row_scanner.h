// RowScanner: scans the rows of a table in a range, with HBase's read semantics.
//
// Merges the families' cursors row by row and calls the filter in HBase's order. Sees the table as
// of its opening, however long it exists. One thread at a time. Keeps the store open.
#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "base/call_budget.h"
#include "store/engine_fwd.h"
#include "store/family.h"
#include "store/row_order.h"
#include "store/store.h"

namespace basalt::store {

// A family with its rules for readers.
struct FamilyView {
  Bytes name;
  FamilyRules rules;
  std::shared_ptr<Family> family;
  RowOrder row_order = RowOrder::kPlain;
  // Whether all writes of its rows go through RowWriter, which tells the row cache.
  bool rows_cacheable = false;
};

// Limits that end a step of a scanner before its row is complete.
struct StepLimits {
  // A row of this size is returned in parts, unless the filter needs whole rows.
  size_t row_bytes = std::numeric_limits<size_t>::max();
  // The same by HBase's measure (heap_size.h), which clients can see.
  size_t heap_bytes = std::numeric_limits<size_t>::max();
  // Checked between rows: the clock is read every 64 rows, and as often as the budget reads it.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  // What the step may cost besides: when it is spent the step fails, and the scanner is at its end.
  base::CallBudget* budget = nullptr;
};

// The mean size of data blocks in the files of a scan's families.
struct MeanBlock {
  uint64_t stored_bytes = 0;
  uint64_t raw_bytes = 0;
};

class RowScanner {
 public:
  // `families`: those to read, in the order of their names; the query's columns are among them.
  static Result<std::unique_ptr<RowScanner>> OpenScan(std::shared_ptr<Store> store,
                                                      std::vector<FamilyView> families,
                                                      const Scan& scan);
  // Fills `row` with the result of the get; false if it is empty. The store and the families are
  // borrowed, so that a get copies nothing. With a `budget` of a call that must not wait, only what
  // is in memory is read.
  static Result<bool> ReadRow(Store& store, std::span<const FamilyView* const> families,
                              const Get& get, RowResult& row, base::CallBudget* budget);

  ~RowScanner();
  RowScanner(const RowScanner&) = delete;
  RowScanner& operator=(const RowScanner&) = delete;

  // Fills `row` with the next result; false at the end. After an error the scanner is at its end.
  Result<bool> Next(RowResult& row);

  enum class Step : uint8_t { kRow, kTimeUp, kEnd };
  // The same within limits. After kTimeUp the next call continues the scan.
  Result<Step> Next(RowResult& row, const StepLimits& limits);
  // Whether the scan is known to be complete, without further reads.
  bool AtEnd() const;
  // Whether the filter wants no more rows.
  bool FilterDone() const;
  // Whether rows are not cut, because the filter judges them as a whole.
  bool needs_whole_rows() const;
  // The current row; empty before the first.
  BytesView position() const { return raw_row_; }
  // Rows visited, and those of which no cell was returned.
  uint64_t rows_seen() const { return rows_seen_; }
  uint64_t rows_filtered() const { return rows_filtered_; }
  // Cells visited, visible or not.
  uint64_t cells_seen() const;
  // The size of the last result by HBase's measure.
  size_t heap_bytes() const { return heap_bytes_; }
  // From the properties of all files: slow.
  MeanBlock ReadMeanBlock() const;
  // Called with every row that rows_filtered() counts from now on.
  void OnFilteredRow(std::function<void(BytesView row)> hook) { on_filtered_ = std::move(hook); }

 private:
  // The range and options of a Get or Scan.
  struct Range {
    Bytes lower;  // escaped; empty: open
    Bytes upper;
    bool reversed = false;
    bool raw = false;
    bool single_row = false;
    bool first_cell_only = false;
    RowOrder row_order = RowOrder::kPlain;
    int32_t batch = -1;
    int32_t limit = -1;
  };

  // A family's cursor.
  struct Source;
  // The bounds that the iterators' options point to.
  struct Bounds;

  explicit RowScanner(Range range);
  // Creates the cursors and moves them to the first row. `bounds` must outlive them.
  Status Open(Store& store, std::span<const FamilyView* const> families, const Query& query,
              const Bounds& bounds, base::CallBudget* budget);
  // The same for a get, from the row cache, where the row is or gets in by this. False: not there.
  Result<bool> OpenCached(Store& store, std::span<const FamilyView* const> families,
                          const Query& query, const rocksdb::ReadOptions& read, int64_t now_ms,
                          base::CallBudget* budget);
  // Of the next steps, for the cursors and the filter.
  void UseBudget(base::CallBudget* budget);
  void AddCursor(Store& store, const FamilyView& view, std::unique_ptr<rocksdb::Iterator> iterator,
                 const Query& query, int64_t now_ms, base::CallBudget* budget);

  // Moves to the next row of all cursors; false at the end.
  bool EnterRow();
  void LeaveRow();
  void CountFilteredRow() {
    ++rows_filtered_;
    if (on_filtered_) on_filtered_(raw_row_);
  }
  enum class Fill : uint8_t { kRowDone, kBatchFull };
  Fill FillRow(RowResult& row, size_t row_bytes, size_t heap_bytes);
  // Of a row as the filter has left it.
  void MeasureRow(const RowResult& row);
  // Whether the complete row passes the filter's row checks.
  bool PassesRowFilter(RowResult& row);
  bool MoreInRow();
  // The row key was rejected; the filter sees the row's cells nevertheless, as in HBase.
  void ShowRowToFilter();
  // The filter's error, which ends the scan.
  Status FilterStatus();
  Status CursorStatus() const;

  // Owned by a scan; null for a get, whose caller owns the store.
  std::shared_ptr<Store> store_;
  std::vector<FamilyView> families_;
  std::unique_ptr<Bounds> bounds_;

  const Range range_;
  DamageRegistry* damage_ = nullptr;
  std::unique_ptr<Filter> filter_;
  // Whether the filter asks the budget, too.
  bool filter_asks_budget_ = false;
  std::vector<Source> sources_;

  bool in_row_ = false;
  bool done_ = false;
  Bytes escaped_row_;
  Bytes row_scratch_;
  BytesView raw_row_;
  size_t source_at_ = 0;
  int32_t rows_returned_ = 0;
  uint64_t rows_seen_ = 0;
  uint64_t rows_filtered_ = 0;
  size_t heap_bytes_ = 0;
  std::function<void(BytesView row)> on_filtered_;
  // Parts of the current row have been returned (batch).
  bool returned_part_ = false;
};

}  // namespace basalt::store
