// Validation of mutations before any data is touched, with HBase's messages.
#pragma once

#include <span>

#include "basalt/mutation.h"
#include "basalt/status.h"

namespace basalt::store {

class CellTable;

// HBase's limits on the length of a row key, for reads and writes alike.
Status CheckRow(BytesView row);

// Fails for puts, increments and appends without columns.
Status CheckHasColumns(const Mutation& mutation);
Status CheckTimestamp(int64_t timestamp);

// Checks the row, columns, timestamps, sizes and families.
Status CheckMutation(const CellTable& table, const Mutation& mutation);

// The same for mutations that must all be of `row`.
Status CheckRowMutations(const CellTable& table, BytesView row,
                         std::span<const Mutation> mutations);

// HBase's limit on the size of one cell.
Status CheckCellSize(const CellTable& table, const CellView& cell);

// Whether the mutation depends on stored cells: it needs an exclusive row lock then.
bool NeedsRead(const Mutation& mutation);

// The mutation's durability, or the table's if it is USE_DEFAULT.
Durability EffectiveDurability(const CellTable& table, const Mutation& mutation);

}  // namespace basalt::store
