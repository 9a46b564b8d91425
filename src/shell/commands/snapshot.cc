// Snapshots.
#include "basalt/snapshot.h"

#include <algorithm>

#include <fmt/format.h>

#include "shell/commands/groups.h"
#include "shell/time_text.h"

namespace basalt::shell {
namespace {

int64_t NowMs() { return Clock::System()->NowMs(); }

Result<std::vector<SnapshotDescription>> Matching(Context& context, const std::string& names,
                                                  const std::string& tables = ".*") {
  BASALT_ASSIGN_OR_RETURN(const auto all, context.admin().ListSnapshots(context.call));
  BASALT_ASSIGN_OR_RETURN(auto name, ParsePattern(names));
  BASALT_ASSIGN_OR_RETURN(auto table, ParsePattern(tables));
  std::vector<SnapshotDescription> list;
  for (const SnapshotDescription& snapshot : all) {
    BASALT_ASSIGN_OR_RETURN(const bool named, name.Matches(snapshot.name));
    BASALT_ASSIGN_OR_RETURN(const bool of_table, table.Matches(snapshot.table.name().ToString()));
    if (named && of_table) list.push_back(snapshot);
  }
  return list;
}

void NoteIgnored(Context& context, const Options& options, std::string_view command,
                 const std::vector<std::string_view>& known) {
  const std::string text = options.IgnoredText(command, known);
  if (!text.empty()) context.printer.Note(text);
}

std::string TtlText(const SnapshotDescription& snapshot) {
  if (snapshot.ttl_seconds <= 0) return "FOREVER";
  return fmt::format("{}{}", snapshot.ttl_seconds,
                     snapshot.ExpiredAt(NowMs()) ? " (Expired) " : "");
}

Result<Value> Snapshot(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const TableName table, arguments.Table(0));
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(1, "Snapshot name"));
  SnapshotOptions snapshot;
  BASALT_ASSIGN_OR_RETURN(Options options, arguments.OptionsAt(2));
  BASALT_ASSIGN_OR_RETURN(const auto skip, options.TakeBool("SKIP_FLUSH"));
  snapshot.skip_flush = skip.value_or(false);
  BASALT_ASSIGN_OR_RETURN(const auto ttl, options.TakeInteger("TTL"));
  snapshot.ttl_seconds = ttl.value_or(0);
  options.Take("MAX_FILESIZE");
  NoteIgnored(context, options, "snapshot", {"SKIP_FLUSH", "TTL", "MAX_FILESIZE"});
  BASALT_RETURN_IF_ERROR(context.admin().Snapshot(name, table, snapshot, context.call));
  // HBase's command returns its options.
  return arguments[2].is_nil() ? Value() : Value(Array{arguments[2]});
}

// Lists the snapshots; the header comes before what may fail.
Result<Value> ShowSnapshots(Context& context, const std::string& names,
                            const std::string& tables = ".*") {
  Printer& printer = context.printer;
  if (printer.structured()) {
    printer.Header({"SNAPSHOT", "TABLE", "CREATED", "TTL"});
  } else {
    printer.Header({"SNAPSHOT", "TABLE + CREATION TIME + TTL(Sec)"});
  }
  BASALT_ASSIGN_OR_RETURN(const auto list, Matching(context, names, tables));
  Array shown;
  for (const SnapshotDescription& snapshot : list) {
    const std::string table = snapshot.table.name().ToString();
    const std::string created = FormatRubyTime(snapshot.creation_time_ms);
    if (printer.structured()) {
      printer.Row({snapshot.name, table, created, snapshot.ttl_seconds});
    } else {
      printer.Row({snapshot.name, fmt::format("{} ({}) {}", table, created, TtlText(snapshot))});
    }
    shown.emplace_back(Bytes(snapshot.name));
  }
  printer.Footer(static_cast<int64_t>(list.size()));
  return Value(std::move(shown));
}

Result<Value> ListAll(Context& context, Arguments& arguments) {
  return ShowSnapshots(context, arguments[0].is_nil() ? ".*" : arguments.Text(0));
}

Result<Value> ListOfTables(Context& context, Arguments& arguments) {
  return ShowSnapshots(context, arguments[1].is_nil() ? ".*" : arguments.Text(1),
                       arguments.Text(0));
}

Result<Value> CloneSnapshot(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0, "Snapshot name"));
  BASALT_ASSIGN_OR_RETURN(const TableName table, arguments.Table(1));
  BASALT_ASSIGN_OR_RETURN(Options options, arguments.OptionsAt(2));
  options.Take("RESTORE_ACL");
  options.Take("CLONE_SFT");
  NoteIgnored(context, options, "clone_snapshot", {"RESTORE_ACL", "CLONE_SFT"});
  const Status status = context.admin().CloneSnapshot(name, table, context.call);
  if (status.code() == StatusCode::kNamespaceNotFound) {
    return Complaint(fmt::format("Unknown namespace: {}!", table.ns()));
  }
  BASALT_RETURN_IF_ERROR(status);
  return Value();
}

Result<Value> RestoreSnapshot(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0, "Snapshot name"));
  BASALT_ASSIGN_OR_RETURN(Options options, arguments.OptionsAt(1));
  options.Take("RESTORE_ACL");
  NoteIgnored(context, options, "restore_snapshot", {"RESTORE_ACL"});
  const Status status = context.admin().RestoreSnapshot(name, true, context.call);
  if (status.code() == StatusCode::kSnapshotNotFound) {
    return Complaint("Unable to find the table name for snapshot=" + name);
  }
  BASALT_RETURN_IF_ERROR(status);
  return Value();
}

Result<Value> DeleteSnapshot(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const std::string name, arguments.Name(0, "Snapshot name"));
  BASALT_RETURN_IF_ERROR(context.admin().DeleteSnapshot(name, context.call));
  return Value();
}

Result<Value> DeleteMany(Context& context, const std::vector<SnapshotDescription>& list,
                         std::string_view none) {
  Printer& printer = context.printer;
  printer.Header({"SNAPSHOT", "TABLE + CREATION TIME"});
  for (const SnapshotDescription& snapshot : list) {
    printer.Row({snapshot.name, fmt::format("{} ({})", snapshot.table.name().ToString(),
                                            FormatRubyTime(snapshot.creation_time_ms))});
  }
  if (list.empty()) {
    printer.Line(none);
    return Value();
  }
  printer.Line(fmt::format("\nDelete the above {} snapshots (y/n)?", list.size()));
  printer.Flush();
  const auto answer = context.read_answer ? context.read_answer() : std::nullopt;
  if (!answer || answer->find_first_of("yY") == std::string::npos) return Value();
  size_t deleted = 0;
  Status first;
  for (const SnapshotDescription& snapshot : list) {
    const Status status = context.admin().DeleteSnapshot(snapshot.name, context.call);
    if (status.ok()) ++deleted;
    if (first.ok()) first = status;
  }
  if (deleted > 0) printer.Line(fmt::format("{} snapshots successfully deleted.", deleted));
  if (!first.ok()) return first;
  return Value();
}

Result<Value> DeleteAll(Context& context, Arguments& arguments) {
  BASALT_ASSIGN_OR_RETURN(const auto list, Matching(context, arguments.Text(0)));
  return DeleteMany(context, list, "No snapshots matched the regex " + arguments.Text(0));
}

Result<Value> DeleteOfTables(Context& context, Arguments& arguments) {
  const std::string names = arguments[1].is_nil() ? ".*" : arguments.Text(1);
  BASALT_ASSIGN_OR_RETURN(const auto list, Matching(context, names, arguments.Text(0)));
  return DeleteMany(context, list,
                    fmt::format("No snapshots matched the table name regular expression {} and the "
                                "snapshot name regular expression {}",
                                arguments.Text(0), names));
}

constexpr Command kSnapshotCommands[] = {
    {"snapshot", Snapshot, 2, kAnyNumber, "Takes a snapshot of a table.",
     R"help(  snapshot 't1', 'before'
  snapshot 't1', 'before', {TTL => 86400}              is kept for a day
  snapshot 't1', 'before', {SKIP_FLUSH => true}        without what is not in files yet)help",
     true},
    {"list_snapshots", ListAll, 0, 1, "Lists the snapshots.",
     "  list_snapshots\n  list_snapshots 'abc.*'", false},
    {"list_table_snapshots", ListOfTables, 1, 2, "Lists the snapshots of tables.",
     "  list_table_snapshots 't1'\n  list_table_snapshots 't.*', 'abc.*'", false},
    {"clone_snapshot", CloneSnapshot, 2, 3, "Creates a table from a snapshot.",
     "  clone_snapshot 'before', 't2'", false},
    {"restore_snapshot", RestoreSnapshot, 1, 2, "Restores a table to a snapshot.",
     "  disable 't1'\n  restore_snapshot 'before'\n  enable 't1'", false},
    {"delete_snapshot", DeleteSnapshot, 1, 1, "Deletes a snapshot.", "  delete_snapshot 'before'",
     false},
    {"delete_all_snapshot", DeleteAll, 1, 1, "Deletes the snapshots whose names match a pattern.",
     "  delete_all_snapshot 'abc.*'\n\nAsks first.", false},
    {"delete_table_snapshots", DeleteOfTables, 1, 2, "Deletes the snapshots of tables.",
     "  delete_table_snapshots 't1'\n\nAsks first.", false},
};

}  // namespace

std::span<const Command> SnapshotCommands() { return kSnapshotCommands; }

}  // namespace basalt::shell
