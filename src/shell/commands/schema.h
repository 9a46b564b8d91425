// Builds descriptors from the options of create and alter. Functions on plain values.
#pragma once

#include <string>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "shell/arguments.h"
#include "shell/printer.h"

namespace basalt::shell {

// Sets the attributes. Unknown keys are reported as ignored, as in HBase.
Status ApplyFamilyOptions(Options options, FamilyDescriptor& family, Printer& printer);
// Takes the table's attributes out of `options`; the caller handles the rest.
Status ApplyTableOptions(Options& options, TableDescriptor& table);
// 'f', or {NAME => 'f', ...}: the family of `table`, or a new one, with the changes applied.
Result<FamilyDescriptor> MakeFamily(const Value& value, const TableDescriptor& table,
                                    Printer& printer);

}  // namespace basalt::shell
