// HBase's checks of a mutation that do not depend on the table, with HBase's messages. Pure
// functions: a remote table calls them before it sends anything, the store before it reads.
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

// Whether applying the mutation depends on stored cells, so that it needs an exclusive row lock.
bool NeedsRead(const Mutation& mutation);

// All of the above and the families' lengths. What depends on the table is store/mutation_check.
Status CheckWrite(const Mutation& mutation);
// `row`: the row that all mutations must have.
Status CheckWrites(BytesView row, std::span<const Mutation> mutations);
Status CheckAction(const Action& action);

}  // namespace basalt::model
