// The groups of commands, each defined in its own file. Constant data.
#pragma once

#include <span>

#include "basalt/quota_admin.h"
#include "shell/command.h"

namespace basalt::shell {

std::span<const Command> GeneralCommands();
std::span<const Command> TableCommands();
std::span<const Command> NamespaceCommands();
std::span<const Command> ReadCommands();
std::span<const Command> WriteCommands();
std::span<const Command> ToolCommands();
std::span<const Command> SnapshotCommands();
std::span<const Command> ClusterCommands();
std::span<const Command> QuotaCommands();

// Shared by groups.
Result<Value> Create(Context& context, Arguments& arguments);
Result<Value> Alter(Context& context, Arguments& arguments);
Result<Value> AlterAsync(Context& context, Arguments& arguments);
// "1/1 regions updated." and "Done."
Status PrintAlterStatus(Context& context, const TableName& name);
Result<Value> ShowStatus(Context& context, Arguments& arguments);
// The quotas of describe and describe_namespace: "Quota is disabled", or those of the filter.
Status PrintQuotas(Context& context, const QuotaFilter& filter);
// A fraction in the format of a Java float: "1.0".
std::string LocalityText(double locality);
Result<Value> Help(Context& context, Arguments& arguments);
Result<Value> TableHelp(Context& context, Arguments& arguments);

}  // namespace basalt::shell
