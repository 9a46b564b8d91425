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

// Between lines of progress that nobody watches.
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

// The copy that a signal is for; read only while a handler is in place.
std::atomic<copy::Copier*> running_copy{nullptr};

// A second one ends the program at once.
void StopCopy(int signal) {
  if (copy::Copier* copier = running_copy.load()) copier->Stop();
  std::signal(signal, SIG_DFL);
}

// A line that changes on a terminal; a new one now and then elsewhere.
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
  return {status.code(), fmt::format("{}; the same command goes on from here (state: {})", what,
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
  // Before a directory is made for them.
  BASALT_ASSIGN_OR_RETURN(const auto tables, source->admin().ListTables());
  BASALT_RETURN_IF_ERROR(copy::ChooseTables(spec.tables, tables).status());
  // Within one store a table can be copied to another name.
  std::unique_ptr<Connection> other;
  if (copy::NormalTarget(spec.source) != copy::NormalTarget(spec.destination)) {
    BASALT_ASSIGN_OR_RETURN(other, OpenTarget(options, spec.destination, spec.copy));
  }
  copy::Copier copier(*source, other ? *other : *source, spec, WatcherFor(env));
  // Ctrl-C and a polite kill end the copy after what is under way.
  running_copy = &copier;
  const SignalScope interruptible({SIGINT, SIGTERM}, StopCopy);
  const auto report = copier.Run();
  if (env.out_is_terminal) env.err << "\r\x1b[K" << std::flush;
  if (!report.ok()) return Explain(report.status(), copier);
  env.out << (options.json ? copy::JsonReport(spec, *report) : copy::TextReport(*report));
  if (report->different() == 0) return {};
  return {StatusCode::kFailedSanityCheck,
          spec.repair ? "some ranges still differ: the destination may have delete markers that "
                        "the source does not have; they go with a major compaction"
                      : "source and destination differ; --repair makes the destination equal"};
}

}  // namespace

void AddCopyCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<CopyOptions>();
  copy::CopySpec& spec = options->spec;
  CLI::App* command = app.add_subcommand(
      "copy",
      "Copy tables between directories and servers, with all versions and delete markers.\n"
      "A copy that was interrupted goes on when the same command is given again.");
  command->add_option("source", spec.source, "A directory, hbase://host:port or zk://host:port")
      ->required();
  command->add_option("destination", spec.destination, "The same; a directory is made")->required();
  command->add_option("--tables", spec.tables,
                      "Names with commas between them; name=other copies to another name;\n"
                      "regular expressions for whole names (default: all)");
  command->add_option("--since", options->since, "Only cells of this timestamp and later");
  command->add_option("--until", options->until, "Only cells before this timestamp");
  command->add_flag("--verify", spec.verify, "Compare both sides afterwards, range by range");
  command->add_flag("--verify-only", options->verify_only, "Compare, copy nothing");
  command->add_flag("--exact", spec.exact,
                    "Verify deleted and superseded cells as well, not only what readers see");
  command->add_flag("--repair", spec.repair,
                    "Verify, and make ranges that differ equal to the source's");
  command->add_option("--range-rows", spec.verify_rows, "Rows that are compared at a time")
      ->capture_default_str();
  command->add_option("-t,--threads", spec.threads, "That copy")->capture_default_str();
  command->add_option("--rate", options->rate_mb,
                      "At most so many MB a second (default: no limit)");
  command->add_option("--state", spec.state_path,
                      "The file that knows what is done (default: by source and destination, in\n"
                      "$XDG_STATE_HOME/basalt or ~/.local/state/basalt)");
  command->add_flag("--restart", spec.restart, "Forget an unfinished copy and begin anew");
  command
      ->add_option("--timeout", options->timeout_s,
                   "Seconds that a server may take or be away for an operation")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print a JSON object at the end");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Copy(*options, env); };
  });
}

}  // namespace basalt::cli
