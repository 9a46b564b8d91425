#include <chrono>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "basalt/connection.h"
#include "basalt/snapshot.h"
#include "cli/command.h"

namespace basalt::cli {
namespace {

struct SnapshotArguments {
  std::string data_dir = "./basalt-data";
  std::string name;
  std::string table;
  std::string folder;
  SnapshotOptions take;
  bool json = false;
  bool copy = false;
  bool no_failsafe = false;
  std::string import_name;
};

std::string TimeText(int64_t ms) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(std::time_t(ms / 1000)));
}

nlohmann::ordered_json JsonOf(const SnapshotDescription& snapshot, bool details) {
  nlohmann::ordered_json json = {{"name", snapshot.name},
                                 {"table", snapshot.table.name().ToString()},
                                 {"type", SnapshotTypeName(snapshot.type)},
                                 {"creation_time", TimeText(snapshot.creation_time_ms)},
                                 {"creation_time_ms", snapshot.creation_time_ms},
                                 {"ttl_seconds", snapshot.ttl_seconds},
                                 {"owner", snapshot.owner},
                                 {"regions", snapshot.splits.size() + 1},
                                 {"files", snapshot.file_count},
                                 {"bytes", snapshot.bytes}};
  if (details) json["descriptor"] = snapshot.table.ToString();
  return json;
}

// Owners and attributes may be any bytes.
std::string TextOf(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

// Opens the directory, for commands that need it exclusively.
Result<std::unique_ptr<Connection>> OpenDirectory(const SnapshotArguments& arguments) {
  ConnectionOptions options;
  options.create_if_missing = false;
  auto connection = Connection::Open(arguments.data_dir, options);
  if (connection.ok() || connection.status().code() != StatusCode::kLocked) return connection;
  return Status(StatusCode::kLocked,
                connection.status().message() +
                    ". If that is a Basalt server, use the HBase shell on it instead: snapshot, "
                    "clone_snapshot, restore_snapshot, delete_snapshot. Listing, exporting and "
                    "importing work beside a server.");
}

Result<TableName> ParseTable(const SnapshotArguments& arguments) {
  return TableName::Parse(arguments.table);
}

Status List(const SnapshotArguments& arguments, const Environment& env) {
  std::vector<std::string> damaged;
  BASALT_ASSIGN_OR_RETURN(const auto snapshots, ListSnapshots(arguments.data_dir, &damaged));
  if (arguments.json) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& snapshot : snapshots) json.push_back(JsonOf(snapshot, false));
    env.out << TextOf(json) << '\n';
  } else {
    constexpr std::string_view kRow = "{:<30} {:<24} {:<21} {:>9} {:>14}\n";
    env.out << fmt::format(kRow, "SNAPSHOT", "TABLE", "CREATED", "TTL(s)", "BYTES");
    for (const auto& snapshot : snapshots) {
      env.out << fmt::format(kRow, snapshot.name, snapshot.table.name().ToString(),
                             TimeText(snapshot.creation_time_ms), snapshot.ttl_seconds,
                             snapshot.bytes);
    }
  }
  for (const std::string& message : damaged) env.err << "basalt: " << message << '\n';
  return {};
}

Status Describe(const SnapshotArguments& arguments, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(const auto snapshot,
                          DescribeSnapshot(arguments.data_dir, arguments.name));
  if (arguments.json) {
    env.out << TextOf(JsonOf(snapshot, true)) << '\n';
    return {};
  }
  env.out << fmt::format("name     {}\ntable    {}\ntype     {}\ncreated  {}\n", snapshot.name,
                         snapshot.table.name().ToString(), SnapshotTypeName(snapshot.type),
                         TimeText(snapshot.creation_time_ms));
  env.out << (snapshot.ttl_seconds == 0 ? std::string("ttl      none\n")
                                        : fmt::format("ttl      {} s\n", snapshot.ttl_seconds));
  if (!snapshot.owner.empty()) env.out << fmt::format("owner    {}\n", snapshot.owner);
  env.out << fmt::format("regions  {}\nfiles    {}\nbytes    {}\n{}\n", snapshot.splits.size() + 1,
                         snapshot.file_count, snapshot.bytes, snapshot.table.ToString());
  return {};
}

Status Create(const SnapshotArguments& arguments, const Environment&) {
  BASALT_ASSIGN_OR_RETURN(const TableName table, ParseTable(arguments));
  BASALT_ASSIGN_OR_RETURN(const auto connection, OpenDirectory(arguments));
  return connection->admin().Snapshot(arguments.name, table, arguments.take);
}

Status Clone(const SnapshotArguments& arguments, const Environment&) {
  BASALT_ASSIGN_OR_RETURN(const TableName table, ParseTable(arguments));
  BASALT_ASSIGN_OR_RETURN(const auto connection, OpenDirectory(arguments));
  return connection->admin().CloneSnapshot(arguments.name, table);
}

Status Restore(const SnapshotArguments& arguments, const Environment&) {
  BASALT_ASSIGN_OR_RETURN(const auto connection, OpenDirectory(arguments));
  return connection->admin().RestoreSnapshot(arguments.name, !arguments.no_failsafe);
}

Status DeleteSnapshot(const SnapshotArguments& arguments, const Environment&) {
  BASALT_ASSIGN_OR_RETURN(const auto connection, OpenDirectory(arguments));
  return connection->admin().DeleteSnapshot(arguments.name);
}

// A progress line on a terminal, updated at most a few times per second.
SnapshotProgress ShowProgress(const Environment& env) {
  if (!env.out_is_terminal) return nullptr;
  using Clock = std::chrono::steady_clock;
  return [&env, last = Clock::time_point()](uint64_t done, uint64_t total) mutable {
    const auto now = Clock::now();
    if (done < total && now - last < std::chrono::milliseconds(200)) return Status();
    last = now;
    const uint64_t percent = total == 0 ? 100 : done * 100 / total;
    env.out << fmt::format("\r{:>3} %  {} of {} MB", percent, done >> 20, total >> 20)
            << (done < total ? "" : "\n") << std::flush;
    return Status();
  };
}

Status Export(const SnapshotArguments& arguments, const Environment& env) {
  return ExportSnapshot(arguments.data_dir, arguments.name, arguments.folder,
                        {arguments.copy, ShowProgress(env)});
}

Status Import(const SnapshotArguments& arguments, const Environment& env) {
  return ImportSnapshot(arguments.data_dir, arguments.folder, arguments.import_name,
                        {arguments.copy, ShowProgress(env)});
}

using Action = Status (*)(const SnapshotArguments&, const Environment&);

}  // namespace

void AddSnapshotCommand(CLI::App& app, Work& work) {
  auto arguments = std::make_shared<SnapshotArguments>();
  CLI::App* command = app.add_subcommand(
      "snapshot", "Create, clone, restore, export and import snapshots of tables");
  command->require_subcommand(1);
  command->footer(
      "list, describe, export and import work while a server has the directory open;\n"
      "for the other commands use the HBase shell on the server then.");
  const auto add = [&](const char* name, const char* what, Action action) {
    CLI::App* sub = command->add_subcommand(name, what);
    sub->add_option("--data", arguments->data_dir, "Data directory (default: ./basalt-data)");
    sub->callback([arguments, action, &work] {
      work = [arguments, action](const Environment& env) { return action(*arguments, env); };
    });
    return sub;
  };
  const auto with_name = [&](CLI::App* sub) {
    sub->add_option("snapshot", arguments->name, "The snapshot's name")->required();
    return sub;
  };
  const auto with_copy = [&](CLI::App* sub) {
    sub->add_flag("--copy", arguments->copy, "Copy the files even where links are possible");
  };

  add("list", "List the snapshots", List)
      ->add_flag("--json", arguments->json, "Print one line of JSON");
  with_name(add("describe", "Show the details of a snapshot", Describe))
      ->add_flag("--json", arguments->json, "Print one line of JSON");

  CLI::App* create = add("create", "Take a snapshot of a table", Create);
  create->add_option("table", arguments->table, "The table")->required();
  with_name(create);
  create->add_flag("--skip-flush", arguments->take.skip_flush,
                   "Do not flush: leave out data that is only in the memstore");
  create
      ->add_option("--ttl", arguments->take.ttl_seconds,
                   "Seconds after which the snapshot may be deleted (default: 0, never)")
      ->check(CLI::NonNegativeNumber);
  create->add_option("--owner", arguments->take.owner, "Owner of the snapshot; shown by describe");

  CLI::App* clone = with_name(add("clone", "Create a new table from a snapshot", Clone));
  clone->add_option("table", arguments->table, "The new table")->required();

  with_name(add("restore", "Restore a disabled table to the state of a snapshot", Restore))
      ->add_flag("--no-failsafe", arguments->no_failsafe,
                 "Do not take a snapshot of the table's current state first");
  with_name(add("delete", "Delete a snapshot", DeleteSnapshot));

  CLI::App* out = with_name(add("export", "Write a snapshot to a new directory", Export));
  out->add_option("folder", arguments->folder, "Directory; must not exist")->required();
  with_copy(out);
  CLI::App* in = add("import", "Import an exported snapshot", Import);
  in->add_option("folder", arguments->folder, "Directory of the exported snapshot")->required();
  in->add_option("--name", arguments->import_name,
                 "Name of the imported snapshot (default: its own)");
  with_copy(in);
}

}  // namespace basalt::cli
