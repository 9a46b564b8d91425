// Filter: a server-side decision about rows and cells, in HBase's terms and HBase's call order.
//
// For each row: FilterAllRemaining (true ends the scan); Reset; FilterRowKey (true skips the row);
// for each visible cell FilterCell, and TransformCell on those it includes; then, when
// HasFilterRow, FilterRowCells on the collected cells and FilterRow (true drops the row). A row
// without cells left skips FilterRow. The cells of a row that FilterRowKey skips are
// shown to FilterCell all the same, as HBase does: filters keep state. A filter in a query is a
// prototype: each scanner works on its own Clone, used by one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "basalt/cell.h"
#include "basalt/export.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

class RowResult;

// How two values are compared: by the filters of basalt/filters.h and by CheckAndMutate. Bytes are
// compared as unsigned, a prefix first.
enum class CompareOperator : uint8_t {
  kLess,
  kLessOrEqual,
  kEqual,
  kNotEqual,
  kGreaterOrEqual,
  kGreater,
  kNoOp,  // nothing matches; for filters::DependentColumn: no comparison
};

// Not thread safe, except for Clone. Views that a method is given are valid during its call only.
class BASALT_EXPORT Filter {
 public:
  // What FilterCell decides about a cell, and where the scanner goes next.
  enum class ReturnCode : uint8_t {
    kInclude,                // keep the cell
    kIncludeAndNextColumn,   // keep it and go to the next column
    kSkip,                   // drop the cell
    kNextColumn,             // drop it and go to the next column
    kNextRow,                // drop it and the rest of the row in this family
    kSeekNextUsingHint,      // drop it and go to NextCellHint
    kIncludeAndSeekNextRow,  // keep it and drop the rest of the row in this family
  };

  virtual ~Filter() = default;
  // A fresh instance in its initial state. May be called by several threads at once.
  virtual std::unique_ptr<Filter> Clone() const = 0;

  // A new row begins: state that belongs to one row is cleared.
  virtual void Reset() {}
  // True: no later row can pass, and the scan ends.
  virtual bool FilterAllRemaining() { return false; }
  // True: the row is skipped.
  virtual bool FilterRowKey(BytesView /*row*/) { return FilterAllRemaining(); }
  // Decides about one cell. Called with the visible cells of a row, in order.
  virtual ReturnCode FilterCell(const CellView& /*cell*/) { return ReturnCode::kInclude; }
  // The next cell to look at after kSeekNextUsingHint; nullopt: the next one. Only row, family,
  // qualifier, timestamp and type are used; a hint that is not after `cell` is ignored.
  virtual std::optional<Cell> NextCellHint(const CellView& /*cell*/) { return std::nullopt; }
  // The cell to return in place of `cell`. Its views may borrow from the filter, until the next
  // call.
  virtual CellView TransformCell(const CellView& cell) { return cell; }
  // True when the filter needs whole rows: no partial results, no batch.
  virtual bool HasFilterRow() const { return false; }
  // May drop cells of the collected row (RowResult::Retain).
  virtual void FilterRowCells(RowResult& /*row*/) {}
  // True: the whole row is dropped.
  virtual bool FilterRow() { return false; }
  // Called for reversed scans, whose hints must be before the cell.
  virtual void SetReversed(bool /*reversed*/) {}
  // An error that ends the read. Checked once per row.
  virtual Status status() const { return {}; }
};

// A filter as queries hold it: shared and immutable, used through Clone only.
using FilterPtr = std::shared_ptr<const Filter>;

}  // namespace v1
}  // namespace basalt
