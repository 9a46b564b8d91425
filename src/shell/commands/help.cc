// help and table_help.
#include <fmt/format.h>

#include "shell/commands/groups.h"

namespace basalt::shell {
namespace {

constexpr size_t kNameWidth = 22;

void PrintGroup(Printer& printer, const CommandGroup& group) {
  printer.Line(fmt::format("{} ('{}')", group.title, group.name));
  for (const Command& command : group.commands) {
    // A name that is too long gets its own line.
    if (command.name.size() > kNameWidth) printer.Line(fmt::format("  {}", command.name));
    const std::string_view name = command.name.size() > kNameWidth ? "" : command.name;
    printer.Line(fmt::format("  {:<{}} {}", name, kNameWidth, command.summary));
  }
  printer.Line("");
}

void PrintCommand(Printer& printer, const Command& command) {
  printer.Line(fmt::format("{}: {}", command.name, command.summary));
  if (!command.details.empty()) {
    printer.Line("");
    printer.Line(command.details);
  }
  if (command.on_table) {
    printer.Line("");
    printer.Line(fmt::format("On a table's handle: t.{} ..., without the table.", command.name));
  }
}

}  // namespace

Result<Value> Help(Context& context, Arguments& arguments) {
  Printer& printer = context.printer;
  if (arguments[0].is_nil()) {
    for (const CommandGroup& group : CommandGroups()) PrintGroup(printer, group);
    printer.Line(R"help(help 'command' and help 'group' say more.

Names and values stand in quotes. In double quotes \x00 is a byte, \n a line's end; in single quotes
they are what they look like. Options are pairs in braces, {NAME => 'f', VERSIONS => 3}; at the end
of a command the braces can be left out. Constants (NAME, VERSIONS) need no quotes. A line that ends
with a comma goes on in the next. x = 5 and t = get_table 't' set variables. # begins a comment.)help");
    return Value();
  }
  const Bytes name = arguments.Text(0);
  if (const Command* command = FindCommand(name)) {
    PrintCommand(printer, *command);
    return Value();
  }
  for (const CommandGroup& group : CommandGroups()) {
    if (group.name != name) continue;
    PrintGroup(printer, group);
    return Value();
  }
  if (const auto why = WhyMissing(name)) {
    printer.Line(fmt::format("{} is not offered here: {}", name, *why));
    return Value();
  }
  std::vector<std::string_view> names;
  for (const CommandGroup& group : CommandGroups()) {
    names.push_back(group.name);
    for (const Command& command : group.commands) names.push_back(command.name);
  }
  const auto like = MostLike(name, names);
  return Complaint(fmt::format("Invalid command: {}{}", name,
                               like ? fmt::format("; did you mean {}?", *like) : ""));
}

Result<Value> TableHelp(Context& context, Arguments& /*arguments*/) {
  context.printer.Line(R"help(A table's handle saves typing its name:

  t = create 't', 'f'
  t = get_table 't'
  t.put 'r', 'f:q', 'v'
  t.scan
  t.scan {LIMIT => 10}

Commands that can be called on it:)help");
  std::vector<std::string_view> names;
  for (const CommandGroup& group : CommandGroups()) {
    for (const Command& command : group.commands) {
      if (command.on_table) names.push_back(command.name);
    }
  }
  context.printer.Line(fmt::format("  {}", fmt::join(names, ", ")));
  context.printer.Line(
      "\nt.help 'scan' says more about one. After t.drop the handle is of no use.");
  return Value();
}

}  // namespace basalt::shell
