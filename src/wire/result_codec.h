// Results to their messages and from them: cells in the block beside the message, or inside it.
// Pure functions.
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

// The other way, into an empty row. Takes the cells the message counts off the block.
Status ParseResult(const hbase::pb::Result& result, CellBlockReader& cells, RowResult& row);
// Takes `count` cells of one row off the block and adds them to the row, which may have some.
Status TakeCells(CellBlockReader& cells, size_t count, RowResult& row);

}  // namespace basalt::wire
