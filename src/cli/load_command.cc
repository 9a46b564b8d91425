#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "basalt/connection.h"
#include "cli/command.h"
#include "cli/program.h"
#include "cli/signal_scope.h"
#include "cli/transfer_options.h"
#include "transfer/loader.h"
#include "transfer/new_table.h"

namespace basalt::cli {
namespace {

// The interval of progress lines when the output is not a terminal.
constexpr auto kLoadLineEvery = std::chrono::seconds(10);
constexpr double kMegabyte = 1 << 20;

struct LoadOptions {
  transfer::LoadSpec spec;
  TransferOptions text;
  std::string table;
  std::string comment;
  std::string max_rejects = "0";
  double memory_mb = 512;
  double max_record_mb = 64;
  double timeout_s = 60;
  int64_t timestamp = -1;
  bool create = false;
  transfer::NewTable new_table;
  std::string splits;
  std::string families;
  bool puts = false;
  bool json = false;
};

// The load that the signal handler stops; read only while the handler is installed.
std::atomic<transfer::Loader*> running_load{nullptr};

// A second signal ends the process at once.
void StopLoad(int signal) {
  if (transfer::Loader* loader = running_load.load()) loader->Stop();
  std::signal(signal, SIG_DFL);
}

transfer::Loader::Watcher LoadWatcher(const Environment& env) {
  using SteadyClock = std::chrono::steady_clock;
  return [&env, last = SteadyClock::now()](const transfer::LoadProgress& progress) mutable {
    if (env.out_is_terminal) {
      env.err << "\r\x1b[K" << transfer::ProgressLine(progress) << std::flush;
    } else if (SteadyClock::now() - last >= kLoadLineEvery) {
      last = SteadyClock::now();
      env.err << transfer::ProgressLine(progress) << std::endl;
    }
  };
}

std::vector<std::string> SplitAtCommas(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t begin = 0; !text.empty() && begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Result<uint64_t> ParseMaxRejects(const std::string& text) {
  if (text == "all") return std::numeric_limits<uint64_t>::max();
  uint64_t number = 0;
  if (CLI::detail::lexical_cast(text, number)) return number;
  return Status::InvalidArgument(
      fmt::format("--max-rejects '{}' is neither a number nor 'all'", text));
}

Status CompleteSpec(LoadOptions& options) {
  transfer::LoadSpec& spec = options.spec;
  BASALT_ASSIGN_OR_RETURN(spec.table, TableName::Parse(options.table));
  BASALT_RETURN_IF_ERROR(options.text.ReadMapFile());
  if (spec.input.files.empty()) spec.input.files.emplace_back("-");
  BASALT_ASSIGN_OR_RETURN(spec.input.format, options.text.Format(spec.input.files[0]));
  if (!options.comment.empty()) spec.input.format.comment = options.comment;
  spec.input.format.max_record_bytes = static_cast<size_t>(options.max_record_mb * kMegabyte);
  BASALT_ASSIGN_OR_RETURN(spec.input.compression, options.text.Compression());
  spec.input.columns = options.text.ColumnNames();
  spec.input.header = !options.text.no_header && spec.input.columns.empty();
  BASALT_ASSIGN_OR_RETURN(const auto type, options.text.Type());
  spec.fallback = type.value_or(transfer::ValueType());
  BASALT_ASSIGN_OR_RETURN(spec.mapping, options.text.Mapping(spec.fallback));
  BASALT_ASSIGN_OR_RETURN(spec.max_rejects, ParseMaxRejects(options.max_rejects));
  spec.memory_bytes = static_cast<uint64_t>(options.memory_mb * kMegabyte);
  if (options.timestamp >= 0) spec.timestamp = options.timestamp;
  spec.bulk = !options.puts;
  for (const std::string& key : SplitAtCommas(options.splits)) {
    options.new_table.splits.push_back(FromStringBinary(key));
  }
  options.new_table.families = SplitAtCommas(options.families);
  return spec.Check();
}

// Creates the table if asked to and it does not exist. Returns its descriptor.
Result<TableDescriptor> FindOrCreateTable(const LoadOptions& options, Connection* connection) {
  const transfer::LoadSpec& spec = options.spec;
  if (connection != nullptr) {
    BASALT_ASSIGN_OR_RETURN(const bool exists, connection->admin().TableExists(spec.table));
    if (exists) return connection->admin().GetDescriptor(spec.table);
  }
  if (!options.create) {
    return Status(
        StatusCode::kTableNotFound,
        fmt::format("there is no table '{}'; --create creates it", spec.table.ToString()));
  }
  BASALT_ASSIGN_OR_RETURN(auto descriptor, transfer::DescribeNewTable(spec, options.new_table));
  if (spec.dry_run) return descriptor;
  BASALT_RETURN_IF_ERROR(
      transfer::CreateNewTable(connection->admin(), descriptor, options.new_table));
  return descriptor;
}

Status Explain(const Status& status, const LoadOptions& options, const transfer::Loader& loader,
               const Environment& env) {
  for (const transfer::Reject& reject : loader.report().first_rejects) {
    env.err << fmt::format("rejected {}:{}: {}\n", reject.file, reject.line, reject.reason);
  }
  if (options.spec.dry_run || loader.state_path().empty()) return status;
  return {status.code(), fmt::format("{}; run the same command again to resume (state: {})",
                                     status.message(), loader.state_path())};
}

Status Load(LoadOptions options, const Environment& env) {
  BASALT_RETURN_IF_ERROR(CompleteSpec(options));
  const transfer::LoadSpec& spec = options.spec;
  ConnectionOptions connection_options;
  connection_options.create_if_missing = options.create && !spec.dry_run;
  connection_options.operation_timeout_ms = static_cast<int64_t>(options.timeout_s * 1000);
  std::unique_ptr<Connection> connection;
  // A dry run does not create the directory.
  std::error_code error;
  const bool missing = spec.dry_run && options.create &&
                       spec.target.find("://") == std::string::npos &&
                       !std::filesystem::exists(spec.target, error);
  if (!missing) {
    BASALT_ASSIGN_OR_RETURN(connection, Connection::Open(spec.target, connection_options));
  }
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor table,
                          FindOrCreateTable(options, connection.get()));
  transfer::Loader loader(connection.get(), spec, env.in, LoadWatcher(env));
  running_load = &loader;
  const SignalScope interruptible({SIGINT, SIGTERM}, StopLoad);
  const auto report = spec.dry_run ? loader.DryRun(table) : loader.Run();
  if (env.out_is_terminal) env.err << "\r\x1b[K" << std::flush;
  if (!report.ok()) return Explain(report.status(), options, loader, env);
  env.out << (options.json ? transfer::JsonReport(spec, *report)
                           : transfer::TextReport(spec, *report));
  if (report->total.rejects > 0 && env.exit_code != nullptr) *env.exit_code = kExitRejects;
  return {};
}

void AddTableOptions(CLI::App& command, LoadOptions& options) {
  command.add_flag("--create", options.create,
                   "Create the table, and the directory, if they do not exist");
  command.add_option("--families", options.families,
                     "Families of a new table, comma separated (default: those of the mapping)");
  command.add_option("--versions", options.new_table.versions, "VERSIONS of a new table");
  command.add_option("--key-schema", options.new_table.key_schema, "KEY_SCHEMA of a new table");
  command.add_option("--splits", options.splits,
                     "Start keys of a new table's regions, comma separated, with \\xHH");
  command.add_option("--regions", options.new_table.regions,
                     "Number of a new table's regions, by the first bytes of the keys");
}

}  // namespace

void AddLoadCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<LoadOptions>();
  transfer::LoadSpec& spec = options->spec;
  CLI::App* command = app.add_subcommand(
      "load",
      "Load CSV, TSV or JSON lines into a table.\n"
      "An interrupted load is resumed by running the same command again.\n"
      "Exit codes: 0 all loaded, 1 failed or stopped, 2 wrong usage, 3 loaded except for rejects.");
  command->add_option("table", options->table, "The table")->required();
  command->add_option("files", spec.input.files,
                      "Files, plain or compressed; - or none: standard input");
  command->add_option("--on", spec.target, "A directory, hbase://host:port or zk://host:port")
      ->required();
  options->text.AddTo(*command);
  command->add_option("--columns", options->text.columns,
                      "The columns' names, comma separated, of files without a header line");
  command->add_option("--comment", options->comment, "Skip lines that begin with this");
  command->add_option("--timestamp", options->timestamp,
                      "Of cells without one, in ms (default: the time at which the load began)");
  AddTableOptions(*command, *options);
  command->add_option("--rejects", spec.rejects_path,
                      "Write rejected records to this file, each after its place and the reason");
  command
      ->add_option("--max-rejects", options->max_rejects,
                   "Stop when more records than this are rejected; a number or 'all'")
      ->capture_default_str();
  command->add_option("--max-record-mb", options->max_record_mb, "Reject longer records")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--dry-run", spec.dry_run, "Write nothing: parse, show the first rows, count");
  command->add_option("--show", spec.preview_rows, "Rows that a dry run shows")
      ->capture_default_str();
  command->add_option("-t,--threads", spec.threads,
                      "Number of threads (default: directories the number of cores, servers 4)");
  command->add_option("--memory-mb", options->memory_mb, "Memory for sorting, for directories")
      ->capture_default_str();
  command->add_flag("--puts", options->puts,
                    "Write puts into a directory, in place of sorted files");
  command->add_option("--state", spec.state_path,
                      "State file for resuming (default: named by target, table and files, in\n"
                      "$XDG_STATE_HOME/basalt or ~/.local/state/basalt)");
  command->add_flag("--restart", spec.restart,
                    "Discard the state of an unfinished load and start over");
  command
      ->add_option("--timeout", options->timeout_s,
                   "Operation timeout in seconds, including retries while a server is down")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print a JSON object at the end");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Load(*options, env); };
  });
}

}  // namespace basalt::cli
