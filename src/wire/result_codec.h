// Conversion of results to and from their messages: cells in the cell block beside the message, or
// inside it. Pure functions.
#pragma once

#include "basalt/row_result.h"
#include "hbase/client.pb.h"
#include "wire/cell_block.h"

namespace basalt::wire {

// With a codec the cells go to `block` and the message counts them; without one they go into the
// message.
void FillResult(const RowResult& row, CellCodec codec, Bytes& block, hbase::pb::Result& result);
void AppendRow(const RowResult& row, CellCodec codec, Bytes& block);
void FillCells(const RowResult& row, hbase::pb::Result& result);

// The reverse, into an empty row. Consumes the announced number of cells from the block.
Status ParseResult(const hbase::pb::Result& result, CellBlockReader& cells, RowResult& row);
// Consumes `count` cells of one row from the block and appends them to the row.
Status TakeCells(CellBlockReader& cells, size_t count, RowResult& row);

}  // namespace basalt::wire
