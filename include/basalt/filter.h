// Filter: a server-side decision about rows and cells, in HBase's terms and HBase's call order.
//
// For each row: FilterAllRemaining (true ends the scan); Reset; FilterRowKey (true skips the row);
// for each visible cell FilterCell, and TransformCell on those it includes; then, when
// HasFilterRow, FilterRowCells on the collected cells and FilterRow (true drops the row). A row
// without cells left is not asked about FilterRow. The cells of a row that FilterRowKey skips are
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

class BASALT_EXPORT Filter {
 public:
  enum class ReturnCode : uint8_t {
    kInclude,
    kIncludeAndNextColumn,
    kSkip,
    kNextColumn,
    kNextRow,  // the rest of the row in this family
    kSeekNextUsingHint,
    kIncludeAndSeekNextRow,
  };

  virtual ~Filter() = default;
  // A fresh instance in its initial state.
  virtual std::unique_ptr<Filter> Clone() const = 0;

  virtual void Reset() {}
  virtual bool FilterAllRemaining() { return false; }
  virtual bool FilterRowKey(BytesView /*row*/) { return FilterAllRemaining(); }
  virtual ReturnCode FilterCell(const CellView& /*cell*/) { return ReturnCode::kInclude; }
  // The first cell worth looking at after kSeekNextUsingHint; nullopt: just go on. Only row,
  // family, qualifier, timestamp and type are read; a hint that is not ahead of `cell` is ignored.
  virtual std::optional<Cell> NextCellHint(const CellView& /*cell*/) { return std::nullopt; }
  // The cell to return in place of `cell`. The views may point into the filter until the next call.
  virtual CellView TransformCell(const CellView& cell) { return cell; }
  // True when the row can only be judged as a whole: no partial results, no batch.
  virtual bool HasFilterRow() const { return false; }
  virtual void FilterRowCells(RowResult& /*row*/) {}
  virtual bool FilterRow() { return false; }
  // Scans run backwards tell the filter, which may give hints the other way.
  virtual void SetReversed(bool /*reversed*/) {}
  // An error met while judging, which ends the read. Asked once per row.
  virtual Status status() const { return {}; }
};

using FilterPtr = std::shared_ptr<const Filter>;

}  // namespace v1
}  // namespace basalt
