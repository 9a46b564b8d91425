// What HBase refuses in a mutation whatever table it is for, in HBase's words. Pure functions: a
// remote table asks them before anything is sent, the store before anything is read.
#pragma once

#include <span>

#include "basalt/mutation.h"
#include "basalt/status.h"
#include "basalt/table.h"

namespace basalt::model {

// HBase's limits on the length of a row key, for reads and writes alike.
Status CheckRow(BytesView row);

// Puts, increments and appends need columns.
Status CheckHasColumns(const Mutation& mutation);
Status CheckTimestamp(int64_t timestamp);

// Whether applying it depends on what is stored: such a mutation needs its row to itself.
bool NeedsRead(const Mutation& mutation);

// All of the above and the families' lengths. What depends on the table is store/mutation_check.
Status CheckWrite(const Mutation& mutation);
// `row`: what all of them must be of.
Status CheckWrites(BytesView row, std::span<const Mutation> mutations);
Status CheckAction(const Action& action);

}  // namespace basalt::model
