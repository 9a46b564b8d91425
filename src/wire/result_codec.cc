#include "wire/result_codec.h"

#include <algorithm>

namespace basalt::wire {
namespace {

// The first cell of a result says which row it is of.
Status AppendTo(RowResult& row, const CellView& cell) {
  if (row.empty()) {
    row.StartRow(cell.row);
  } else if (cell.row != row.row()) {
    return {StatusCode::kIoError, "an answer has cells of several rows in one result"};
  }
  row.Append(cell);
  return {};
}

}  // namespace

void FillResult(const RowResult& row, CellCodec codec, Bytes& block, hbase::pb::Result& result) {
  if (codec == CellCodec::kNone) {
    FillCells(row, result);
  } else {
    result.set_associated_cell_count(static_cast<int32_t>(row.size()));
    AppendRow(row, codec, block);
  }
  result.set_stale(false);
}

void AppendRow(const RowResult& row, CellCodec codec, Bytes& block) {
  for (const CellView cell : row) AppendCell(codec, cell, block);
}

void FillCells(const RowResult& row, hbase::pb::Result& result) {
  result.mutable_cell()->Reserve(static_cast<int>(row.size()));
  for (const CellView view : row) {
    hbase::pb::Cell& cell = *result.add_cell();
    cell.set_row(view.row.data(), view.row.size());
    cell.set_family(view.family.data(), view.family.size());
    cell.set_qualifier(view.qualifier.data(), view.qualifier.size());
    cell.set_timestamp(static_cast<uint64_t>(view.timestamp));
    cell.set_cell_type(static_cast<hbase::pb::CellType>(view.type));
    cell.set_value(view.value.data(), view.value.size());
  }
}

Status TakeCells(CellBlockReader& cells, size_t count, RowResult& row) {
  for (size_t i = 0; i < count; ++i) {
    if (cells.AtEnd()) {
      return {StatusCode::kIoError, "an answer has fewer cells than it says"};
    }
    BASALT_ASSIGN_OR_RETURN(const CellView cell, cells.Next());
    BASALT_RETURN_IF_ERROR(AppendTo(row, cell));
  }
  return {};
}

Status ParseResult(const hbase::pb::Result& result, CellBlockReader& cells, RowResult& row) {
  row.Clear();
  for (const hbase::pb::Cell& cell : result.cell()) {
    BASALT_RETURN_IF_ERROR(AppendTo(row, {.row = cell.row(),
                                          .family = cell.family(),
                                          .qualifier = cell.qualifier(),
                                          .timestamp = static_cast<int64_t>(cell.timestamp()),
                                          .type = static_cast<CellType>(cell.cell_type()),
                                          .value = cell.value(),
                                          .tags = cell.tags()}));
  }
  BASALT_RETURN_IF_ERROR(
      TakeCells(cells, static_cast<size_t>(std::max(result.associated_cell_count(), 0)), row));
  row.set_exists(result.exists());
  row.set_partial(result.partial());
  return {};
}

}  // namespace basalt::wire
