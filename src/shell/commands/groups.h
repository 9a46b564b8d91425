// The groups of commands, each defined in its own file. Constant data.
#pragma once

#include <span>

#include "basalt/quota_admin.h"
#include "filter/name_pattern.h"
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
std::span<const Command> ServerCommands();
std::span<const Command> ReplicationCommands();
std::span<const Command> UnavailableCommands();

// Shared by groups.
Result<Value> Create(Context& context, Arguments& arguments);
Result<Value> Alter(Context& context, Arguments& arguments);
Result<Value> AlterAsync(Context& context, Arguments& arguments);
// "1/1 regions updated." and "Done."
Status PrintAlterStatus(Context& context, const TableName& name);
// A pattern of names; Java's message for a wrong one.
Result<filter::NamePattern> ParsePattern(const std::string& regex);
// An error about a table that is not there, with a hint to one of a similar name.
Status MissingTable(Context& context, const std::string& message, const TableName& name);
Result<Value> ShowStatus(Context& context, Arguments& arguments);
// The quotas of describe and describe_namespace: "Quota is disabled", or those of the filter.
Status PrintQuotas(Context& context, const QuotaFilter& filter);
// The server named by an argument; HBase's error if it has no comma.
Result<std::string> ServerNameAt(const Arguments& arguments, size_t index);
Status CheckServerName(std::string_view server);
inline constexpr std::string_view kServerNameHint =
    "A server's name is host,port,startcode; list_liveservers shows it.";
// A value that is an object of Java's in HBase's shell: "#<Java::JavaUtil::ArrayList:0x1a2b>".
Value JavaObject(std::string_view class_name);
// A fraction in the format of a Java float: "1.0".
std::string LocalityText(double locality);
Result<Value> Help(Context& context, Arguments& arguments);
Result<Value> TableHelp(Context& context, Arguments& arguments);

}  // namespace basalt::shell
