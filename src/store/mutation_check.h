// What HBase refuses in a mutation before it touches any data, in HBase's words.
#pragma once

#include <span>

#include "basalt/mutation.h"
#include "basalt/status.h"

namespace basalt::store {

class CellTable;

// HBase's limits on the length of a row key, for reads and writes alike.
Status CheckRow(BytesView row);

// Puts, increments and appends need columns.
Status CheckHasColumns(const Mutation& mutation);
Status CheckTimestamp(int64_t timestamp);

// The row, the columns, timestamps, sizes and families.
Status CheckMutation(const CellTable& table, const Mutation& mutation);

// As above for mutations that must all be of `row`.
Status CheckRowMutations(const CellTable& table, BytesView row,
                         std::span<const Mutation> mutations);

// HBase's limit on the size of one cell.
Status CheckCellSize(const CellTable& table, const CellView& cell);

// Whether applying it depends on what is stored: such a mutation needs its row to itself.
bool NeedsRead(const Mutation& mutation);

// The mutation's durability, or the table's where it leaves that open.
Durability EffectiveDurability(const CellTable& table, const Mutation& mutation);

}  // namespace basalt::store
