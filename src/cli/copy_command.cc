#include <atomic>
#include <chrono>
#include <csignal>
#include <limits>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "basalt/connection.h"
#include "cli/command.h"
#include "cli/signal_scope.h"
#include "copy/copier.h"

namespace basalt::cli {
namespace {

// The interval of progress lines when the output is not a terminal.
constexpr auto kLineEvery = std::chrono::seconds(10);

struct CopyOptions {
  copy::CopySpec spec;
  int64_t since = 0;
  int64_t until = std::numeric_limits<int64_t>::max();
  bool verify_only = false;
  double rate_mb = 0;
  double timeout_s = 60;
  bool json = false;
};

// The copy that the signal handler stops; read only while the handler is installed.
std::atomic<copy::Copier*> running_copy{nullptr};

// A second signal ends the process at once.
void StopCopy(int signal) {
  if (copy::Copier* copier = running_copy.load()) copier->Stop();
  std::signal(signal, SIG_DFL);
}

// One line that is overwritten on a terminal; otherwise a new line at intervals.
copy::Copier::Watcher WatcherFor(const Environment& env) {
  using SteadyClock = std::chrono::steady_clock;
  return [&env, last = SteadyClock::now()](const copy::Progress& progress) mutable {
    if (env.out_is_terminal) {
      env.err << "\r\x1b[K" << copy::ProgressLine(progress) << std::flush;
    } else if (SteadyClock::now() - last >= kLineEvery) {
      last = SteadyClock::now();
      env.err << copy::ProgressLine(progress) << std::endl;
    }
  };
}

Result<std::unique_ptr<Connection>> OpenTarget(const CopyOptions& options,
                                               const std::string& target, bool create) {
  ConnectionOptions connection;
  connection.create_if_missing = create;
  connection.operation_timeout_ms = options.spec.timeout_ms;
  return Connection::Open(target, connection);
}

Status Explain(const Status& status, const copy::Copier& copier) {
  const bool stopped = status.code() == StatusCode::kCancelled;
  const std::string what = stopped ? "stopped" : status.message();
  if (copier.state_path().empty()) return {status.code(), what};
  return {status.code(), fmt::format("{}; run the same command again to resume (state: {})", what,
                                     copier.state_path())};
}

Status Copy(CopyOptions options, const Environment& env) {
  copy::CopySpec& spec = options.spec;
  spec.copy = !options.verify_only;
  spec.verify = spec.verify || options.verify_only || spec.repair || spec.exact;
  spec.rate_bytes_per_second = options.rate_mb * 1e6;
  spec.timeout_ms = static_cast<int64_t>(options.timeout_s * 1000);
  BASALT_ASSIGN_OR_RETURN(spec.time_range, TimeRange::Of(options.since, options.until));
  BASALT_RETURN_IF_ERROR(spec.Check());
  BASALT_ASSIGN_OR_RETURN(const auto source, OpenTarget(options, spec.source, false));
  // Checked before the destination directory is created.
  BASALT_ASSIGN_OR_RETURN(const auto tables, source->admin().ListTables());
  BASALT_RETURN_IF_ERROR(copy::ChooseTables(spec.tables, tables).status());
  // Within one store a table can be copied to another name.
  std::unique_ptr<Connection> other;
  if (copy::NormalTarget(spec.source) != copy::NormalTarget(spec.destination)) {
    BASALT_ASSIGN_OR_RETURN(other, OpenTarget(options, spec.destination, spec.copy));
  }
  copy::Copier copier(*source, other ? *other : *source, spec, WatcherFor(env));
  // SIGINT and SIGTERM stop the copy after its current batches.
  running_copy = &copier;
  const SignalScope interruptible({SIGINT, SIGTERM}, StopCopy);
  const auto report = copier.Run();
  if (env.out_is_terminal) env.err << "\r\x1b[K" << std::flush;
  if (!report.ok()) return Explain(report.status(), copier);
  env.out << (options.json ? copy::JsonReport(spec, *report) : copy::TextReport(*report));
  if (report->different() == 0) return {};
  return {StatusCode::kFailedSanityCheck,
          spec.repair ? "some ranges still differ: the destination may have delete markers that "
                        "the source does not have; a major compaction removes them"
                      : "source and destination differ; --repair makes the destination equal"};
}

}  // namespace

void AddCopyCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<CopyOptions>();
  copy::CopySpec& spec = options->spec;
  CLI::App* command = app.add_subcommand(
      "copy",
      "Copy tables between directories and servers, with all versions and delete markers.\n"
      "An interrupted copy is resumed by running the same command again.");
  command->add_option("source", spec.source, "A directory, hbase://host:port or zk://host:port")
      ->required();
  command->add_option("destination", spec.destination, "The same; a missing directory is created")
      ->required();
  command->add_option(
      "--tables", spec.tables,
      "Comma separated names; name=other copies to another name; regular expressions\n"
      "match whole names (default: all)");
  command->add_option("--since", options->since,
                      "Copy only cells with this timestamp or a later one");
  command->add_option("--until", options->until, "Copy only cells with an earlier timestamp");
  command->add_flag("--verify", spec.verify,
                    "Compare source and destination after the copy, range by range");
  command->add_flag("--verify-only", options->verify_only, "Only compare, do not copy");
  command->add_flag("--exact", spec.exact,
                    "Verify deleted and superseded cells as well, not only what readers see");
  command->add_flag("--repair", spec.repair,
                    "Verify, and make differing ranges of the destination equal to the source");
  command->add_option("--range-rows", spec.verify_rows, "Rows per range in the verification")
      ->capture_default_str();
  command->add_option("-t,--threads", spec.threads, "Number of copying threads")
      ->capture_default_str();
  command->add_option("--rate", options->rate_mb, "Maximum MB per second (default: unlimited)");
  command->add_option("--state", spec.state_path,
                      "State file for resuming (default: named by source and destination, in\n"
                      "$XDG_STATE_HOME/basalt or ~/.local/state/basalt)");
  command->add_flag("--restart", spec.restart,
                    "Discard the state of an unfinished copy and start over");
  command
      ->add_option("--timeout", options->timeout_s,
                   "Operation timeout in seconds, including retries while a server is down")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print a JSON object at the end");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Copy(*options, env); };
  });
}

}  // namespace basalt::cli
