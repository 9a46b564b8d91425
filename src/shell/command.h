// The table of commands, and the context in which they run.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/cluster_admin.h"
#include "basalt/connection.h"
#include "basalt/status.h"
#include "shell/arguments.h"
#include "shell/key_format.h"
#include "shell/printer.h"
#include "shell/value.h"

namespace basalt::shell {

// Borrowed by running commands; one thread.
struct Context {
  Connection& connection;
  Printer& printer;
  // The address that the connection was opened with.
  std::string target;
  // For every call to the connection. Its token is cancelled from outside (Ctrl-C): the command
  // then ends as soon as it can, with Cancelled().
  CallOptions call;
  // Reads the next line that the user types: the answer to a question.
  std::function<std::optional<std::string>()> read_answer;
  // Set by exit and quit.
  std::optional<int> exit_code;
  // Renders row keys by their schemas; nullptr: keys are bytes.
  KeyFormat* keys = nullptr;
  // The master and the servers; of a directory, the one process that has it open. Not nullptr.
  ClusterAdmin* cluster = nullptr;

  bool cancelled() const { return call.cancellation.cancelled(); }
  Admin& admin() const { return connection.admin(); }
  Result<std::unique_ptr<Table>> OpenTable(std::string_view name) const;
  // nullptr if the table has no key schema.
  std::shared_ptr<const KeyRenderer> KeysOf(const TableName& table) const {
    return keys == nullptr ? nullptr : keys->RendererFor(table, call);
  }
};

// The status of an interrupted command.
Status Cancelled();
// An error message of the shell itself, printed without an exception class.
Status Complaint(std::string message);
// The same with a hint, which is printed after HBase's text.
Status Complaint(const std::string& message, std::string_view hint);

using CommandFunction = Result<Value> (*)(Context& context, Arguments& arguments);

constexpr int kAnyNumber = -1;

struct Command {
  std::string_view name;
  CommandFunction run;
  int min_arguments = 0;
  // kAnyNumber: no limit.
  int max_arguments = 0;
  // One line.
  std::string_view summary;
  // The rest of `help 'name'`: examples and rules.
  std::string_view details;
  // Can be called on a table handle, which is then the first argument.
  bool on_table = false;
};

struct CommandGroup {
  std::string_view name;
  std::string_view title;
  std::span<const Command> commands;
};

// All groups, in the order of `help`.
std::span<const CommandGroup> CommandGroups();
const Command* FindCommand(std::string_view name);
// The reason why this shell does not have a command of HBase's; nullopt for other names.
std::optional<std::string_view> WhyMissing(std::string_view name);

}  // namespace basalt::shell
