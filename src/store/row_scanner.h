// RowScanner: the rows of a table in a range, with HBase's read semantics.
//
// Merges the families' cursors row by row and calls the filter in HBase's order. Sees the table as it
// was when it was opened, however long it lives. One thread at a time. It holds the store open.
#pragma once

#include <memory>
#include <vector>

#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "store/family.h"
#include "store/store.h"

namespace basalt::store {

class FamilyCursor;

// A family as a reader sees it.
struct FamilyView {
  Bytes name;
  FamilyRules rules;
  std::shared_ptr<Family> family;
};

class RowScanner {
 public:
  // `families`: those to read, in the order of their names; the query's columns are among them.
  static Result<std::unique_ptr<RowScanner>> OpenScan(std::shared_ptr<Store> store,
                                                      std::vector<FamilyView> families,
                                                      const Scan& scan);
  static Result<std::unique_ptr<RowScanner>> OpenGet(std::shared_ptr<Store> store,
                                                     std::vector<FamilyView> families,
                                                     const Get& get);

  ~RowScanner();

  // Fills `row` with the next result; false at the end. After an error the scanner is at its end.
  Result<bool> Next(RowResult& row);

 private:
  // The part of Get and Scan the scanner works by.
  struct Range {
    Bytes lower;  // escaped; empty: open
    Bytes upper;
    bool reversed = false;
    bool raw = false;
    bool single_row = false;
    bool first_cell_only = false;
    int32_t batch = -1;
    int32_t limit = -1;
  };

  RowScanner(std::shared_ptr<Store> store, std::vector<FamilyView> families, Range range);
  static Result<std::unique_ptr<RowScanner>> Open(std::shared_ptr<Store> store,
                                                  std::vector<FamilyView> families,
                                                  const Query& query, Range range);

  // Chooses the next row among the cursors; false when there is none.
  bool EnterRow();
  void LeaveRow();
  enum class Fill : uint8_t { kRowDone, kBatchFull, kScanDone };
  Fill FillRow(RowResult& row);
  // Whether the row, complete now, survives the filter's row checks.
  bool PassesRowFilter(RowResult& row);
  bool MoreInRow();
  Status CursorStatus() const;

  std::shared_ptr<Store> store_;
  std::vector<FamilyView> families_;
  const Range range_;
  // Must stay where the iterators' options point to.
  struct Bounds;
  std::unique_ptr<Bounds> bounds_;
  std::unique_ptr<Filter> filter_;
  std::vector<FamilyCursor> cursors_;

  bool in_row_ = false;
  bool done_ = false;
  Bytes escaped_row_;
  Bytes row_scratch_;
  BytesView raw_row_;
  size_t cursor_at_ = 0;
  std::vector<bool> has_row_;
  int32_t rows_returned_ = 0;
};

}  // namespace basalt::store
