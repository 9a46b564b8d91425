// What HBase refuses in a mutation of a given table before it touches any data, in HBase's words.
// What it refuses whatever the table: model/mutation_check.h.
#pragma once

#include <span>

#include "basalt/mutation.h"
#include "basalt/status.h"

namespace basalt::store {

class CellTable;

// The row, the columns, timestamps, sizes and families.
Status CheckMutation(const CellTable& table, const Mutation& mutation);

// The same for mutations that must all be of `row`.
Status CheckRowMutations(const CellTable& table, BytesView row,
                         std::span<const Mutation> mutations);

// HBase's limit on the size of one cell.
Status CheckCellSize(const CellTable& table, const CellView& cell);

// The mutation's durability, or the table's where it leaves that open.
Durability EffectiveDurability(const CellTable& table, const Mutation& mutation);

}  // namespace basalt::store
