#include "wire/result_codec.h"

namespace basalt::wire {

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

}  // namespace basalt::wire
