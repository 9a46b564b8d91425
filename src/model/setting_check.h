// Free settings of tables and families against HBase's rules: the types of values, and settings
// that do not go together. Basalt has its own engine and most of these do nothing here; what HBase
// refuses is refused all the same, so that a schema that is made here can be taken there. Pure
// functions.
#pragma once

#include "basalt/descriptor.h"

namespace basalt::model {

// Values that must be numbers or classes, and sizes that are too small. HBase lets an operator
// bypass these.
Status CheckSettings(const TableDescriptor& table);
// FIFO compaction needs a TTL and many files; time range tiering needs date tiered compaction.
// HBase's way to bypass its checks does not bypass these.
Status CheckCompactionSettings(const TableDescriptor& table);

}  // namespace basalt::model
