// Descriptors from the options of create and alter. Functions on plain values.
#pragma once

#include <string>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "shell/arguments.h"
#include "shell/printer.h"

namespace basalt::shell {

// Sets what the options say. Keys that are no attributes are reported as ignored, as HBase does.
Status ApplyFamilyOptions(Options options, FamilyDescriptor& family, Printer& printer);
// Takes the attributes of a table out of `options`; what is left is for the caller to judge.
Status ApplyTableOptions(Options& options, TableDescriptor& table);
// 'f', or {NAME => 'f', ...}: the family as `table` has it, or a new one, changed as said.
Result<FamilyDescriptor> MakeFamily(const Value& value, const TableDescriptor& table,
                                    Printer& printer);

}  // namespace basalt::shell
