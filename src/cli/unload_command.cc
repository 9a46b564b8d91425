#include <atomic>
#include <chrono>
#include <csignal>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "basalt/connection.h"
#include "cli/command.h"
#include "cli/signal_scope.h"
#include "cli/transfer_options.h"
#include "filter/filter_language.h"
#include "transfer/unloader.h"

namespace basalt::cli {
namespace {

constexpr auto kUnloadLineEvery = std::chrono::seconds(10);
// Cells of a part of a row, so that a row of any size can be written.
constexpr int32_t kRowPart = 1000;

struct UnloadOptions {
  transfer::UnloadSpec spec;
  TransferOptions text;
  std::string table;
  std::string output = "-";
  std::string directory;
  std::string start;
  std::string stop;
  std::string prefix;
  std::string filter;
  int64_t since = 0;
  int64_t until = std::numeric_limits<int64_t>::max();
  int32_t versions = 1;
  bool all_versions = false;
  bool raw = false;
  bool tags = false;
  bool rows = false;
  double timeout_s = 60;
  bool json = false;
};

std::atomic<transfer::Unloader*> running_unload{nullptr};

void StopUnload(int signal) {
  if (transfer::Unloader* unloader = running_unload.load()) unloader->Stop();
  std::signal(signal, SIG_DFL);
}

transfer::Unloader::Watcher UnloadWatcher(const Environment& env) {
  using SteadyClock = std::chrono::steady_clock;
  return [&env, last = SteadyClock::now()](const transfer::UnloadCounts& counts,
                                           double seconds) mutable {
    if (SteadyClock::now() - last < kUnloadLineEvery) return;
    last = SteadyClock::now();
    env.err << fmt::format("{} rows, {} cells, {:.1f} MB, {:.0f} rows/s\n", counts.rows,
                           counts.cells, static_cast<double>(counts.text_bytes) / 1e6,
                           static_cast<double>(counts.rows) / seconds)
            << std::flush;
  };
}

Status CompleteScan(const UnloadOptions& options, Scan& scan) {
  if (!options.prefix.empty()) {
    scan.SetStartStopRowForPrefixScan(FromStringBinary(options.prefix));
  }
  if (!options.start.empty()) scan.WithStartRow(FromStringBinary(options.start));
  if (!options.stop.empty()) scan.WithStopRow(FromStringBinary(options.stop));
  if (options.since != 0 || options.until != std::numeric_limits<int64_t>::max()) {
    BASALT_ASSIGN_OR_RETURN(const TimeRange range, TimeRange::Of(options.since, options.until));
    scan.SetTimeRange(range);
  }
  scan.ReadVersions(options.versions);
  if (options.all_versions || options.raw) scan.ReadAllVersions();
  if (options.raw) scan.SetRaw();
  for (const std::string& column : options.text.ColumnNames()) {
    const size_t colon = column.find(':');
    const Bytes family = FromStringBinary(column.substr(0, colon));
    if (colon == std::string::npos) {
      scan.AddFamily(family);
    } else {
      scan.AddColumn(family, FromStringBinary(column.substr(colon + 1)));
    }
  }
  if (!options.filter.empty()) {
    BASALT_ASSIGN_OR_RETURN(auto filter, filter::ParseFilterString(options.filter));
    scan.SetFilter(std::move(filter));
  } else if (!options.spec.format.mapping) {
    scan.SetBatch(kRowPart);
  }
  scan.SetCacheBlocks(false);
  return {};
}

// The mapping of --rows: the key and the columns of --columns, under their own names.
Result<transfer::Mapping> MappingOfColumns(const UnloadOptions& options,
                                           const transfer::ValueType& type) {
  std::vector<std::string> names = {"key"};
  for (const std::string& column : options.text.ColumnNames()) names.push_back(column);
  if (names.size() == 1) {
    return Status::InvalidArgument("--rows needs --columns or --map");
  }
  return transfer::Mapping::OfNames(names, type, nullptr);
}

Status CompleteFormat(UnloadOptions& options) {
  transfer::UnloadSpec& spec = options.spec;
  transfer::RowFormat& format = spec.format;
  BASALT_RETURN_IF_ERROR(options.text.ReadMapFile());
  BASALT_ASSIGN_OR_RETURN(format.format, options.text.Format(options.output));
  format.header = !options.text.no_header;
  BASALT_ASSIGN_OR_RETURN(const auto type, options.text.Type());
  const bool json = format.format.format == transfer::TextFormat::kJsonLines;
  format.type = type.value_or(transfer::ValueType::Of(json ? transfer::ValueType::Kind::kText
                                                           : transfer::ValueType::Kind::kEscaped));
  BASALT_ASSIGN_OR_RETURN(format.mapping,
                          options.text.Mapping(type.value_or(transfer::ValueType())));
  if (options.rows && !format.mapping) {
    BASALT_ASSIGN_OR_RETURN(format.mapping, MappingOfColumns(options, format.type));
    format.targets_as_names = true;
  }
  if (format.mapping && (options.raw || options.all_versions || options.versions > 1)) {
    return Status::InvalidArgument(
        "one record per row has one version of each column; leave out --map and --rows");
  }
  format.types = options.raw;
  format.tags = options.raw || options.tags;
  return {};
}

Status CompleteUnload(UnloadOptions& options) {
  transfer::UnloadSpec& spec = options.spec;
  BASALT_ASSIGN_OR_RETURN(spec.table, TableName::Parse(options.table));
  if (!options.directory.empty() && options.output != "-") {
    return Status::InvalidArgument("--output and --directory exclude each other");
  }
  spec.per_region = !options.directory.empty();
  spec.output = spec.per_region ? options.directory : options.output;
  BASALT_RETURN_IF_ERROR(CompleteFormat(options));
  BASALT_ASSIGN_OR_RETURN(const auto compression, options.text.Compression());
  spec.compression = compression.value_or(transfer::CompressionOfName(options.output));
  if (spec.format.mapping) {
    for (const transfer::MapItem& item : spec.format.mapping->items) {
      if (item.target != transfer::MapItem::Target::kColumn) continue;
      spec.scan.AddColumn(item.family, item.qualifier);
    }
  }
  return CompleteScan(options, spec.scan);
}

Status Unload(UnloadOptions options, const Environment& env) {
  BASALT_RETURN_IF_ERROR(CompleteUnload(options));
  const transfer::UnloadSpec& spec = options.spec;
  ConnectionOptions connection_options;
  connection_options.create_if_missing = false;
  connection_options.operation_timeout_ms = static_cast<int64_t>(options.timeout_s * 1000);
  BASALT_ASSIGN_OR_RETURN(const auto connection, Connection::Open(spec.target, connection_options));
  transfer::Unloader unloader(*connection, spec, env.out, UnloadWatcher(env));
  running_unload = &unloader;
  const SignalScope interruptible({SIGINT, SIGTERM}, StopUnload);
  BASALT_ASSIGN_OR_RETURN(const auto counts, unloader.Run());
  // Standard output has the rows.
  std::ostream& out = spec.output == "-" ? env.err : env.out;
  if (options.json) {
    out << nlohmann::json({{"table", spec.table.ToString()},
                           {"rows", counts.rows},
                           {"cells", counts.cells},
                           {"text_bytes", counts.text_bytes},
                           {"files", counts.files}})
               .dump(1)
        << "\n";
  } else if (spec.output != "-") {
    out << fmt::format("unloaded {} rows, {} cells, {:.1f} MB of text to {} {}\n", counts.rows,
                       counts.cells, static_cast<double>(counts.text_bytes) / 1e6, counts.files,
                       counts.files == 1 ? "file" : "files");
  }
  return {};
}

}  // namespace

void AddUnloadCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<UnloadOptions>();
  transfer::UnloadSpec& spec = options->spec;
  CLI::App* command = app.add_subcommand(
      "unload",
      "Write a table as CSV, TSV or JSON lines, which `basalt load` reads back.\n"
      "One record per cell, or with --map or --rows one per row.");
  command->add_option("table", options->table, "The table")->required();
  command->add_option("--on", spec.target, "A directory, hbase://host:port or zk://host:port")
      ->required();
  command->add_option("-o,--output", options->output, "The file; -: standard output")
      ->capture_default_str();
  command->add_option("--directory", options->directory,
                      "In place of a file: one for each region, in this directory");
  command->add_flag("--force", spec.force, "Replace files that exist");
  options->text.AddTo(*command);
  command->add_option("--columns", options->text.columns,
                      "Only these families and columns (f, f:q), comma separated");
  command->add_flag("--rows", options->rows, "One record per row, with the columns of --columns");
  command->add_option("--start", options->start, "The first row, with \\xHH");
  command->add_option("--stop", options->stop, "The first row that is not written");
  command->add_option("--prefix", options->prefix, "Rows that begin with this");
  command->add_option("--filter", options->filter,
                      "A filter in HBase's language, such as \"PrefixFilter('a')\"");
  command->add_option("--since", options->since, "Cells with this timestamp or a later one");
  command->add_option("--until", options->until, "Cells with an earlier timestamp");
  command->add_option("--versions", options->versions, "Versions of each column")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--all-versions", options->all_versions, "All versions");
  command->add_flag("--raw", options->raw,
                    "Everything that is stored: all versions, deleted cells, delete markers, tags");
  command->add_flag("--tags", options->tags, "With the cells' tags, which have their TTLs");
  command->add_option("-t,--threads", spec.threads, "Regions that are written at the same time")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command
      ->add_option("--timeout", options->timeout_s,
                   "Operation timeout in seconds, including retries while a server is down")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print a JSON object at the end");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Unload(*options, env); };
  });
}

}  // namespace basalt::cli
