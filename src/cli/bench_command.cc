#include <unistd.h>

#include <atomic>
#include <charconv>
#include <csignal>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "basalt/connection.h"
#include "cli/command.h"
#include "cli/signal_scope.h"
#include "load/comparison.h"
#include "load/report.h"
#include "load/runner.h"

namespace basalt::cli {
namespace {

struct BenchOptions {
  std::vector<std::string> targets;
  std::string workload = "ycsb-a";
  std::string distribution;
  load::LoadSpec spec;
  int pid = 0;
  int rounds = 3;
  int connections = 1;
  bool json = false;
  std::string html;
  bool list = false;
  bool compare = false;
};

// The run that the signal handler stops; read only while the handler is installed.
std::atomic<load::Runner*> running_load{nullptr};

// Ctrl-C ends the measurement; the results so far are printed.
void StopLoad(int) {
  if (load::Runner* runner = running_load.load()) runner->Stop();
}

// The process to measure: the given one; else the process that listens at a local address; for a
// directory this process.
std::optional<load::ProcessMeter> MeterFor(const std::string& target, int pid) {
  if (pid > 0) return load::ProcessMeter(pid);
  const size_t scheme = target.find("://");
  if (scheme == std::string::npos || target.starts_with("file://")) {
    return load::ProcessMeter(::getpid());
  }
  const std::string address =
      target.substr(scheme + 3, target.find_first_of(",/", scheme + 3) - (scheme + 3));
  const size_t colon = address.rfind(':');
  const std::string host = address.substr(0, colon);
  if (colon == std::string::npos || (host != "localhost" && host != "127.0.0.1")) {
    return std::nullopt;
  }
  uint16_t port = 0;
  std::from_chars(address.data() + colon + 1, address.data() + address.size(), port);
  const auto listener = load::ProcessMeter::FindListener(port);
  if (!listener) return std::nullopt;
  return load::ProcessMeter(*listener);
}

load::Runner::Progress ProgressTo(const Environment& env, const std::string& target) {
  return [&env, target](const std::string& line) {
    if (env.out_is_terminal) env.err << "\r\x1b[K" << target << ": " << line << std::flush;
  };
}

Result<load::LoadSpec> MakeSpec(const BenchOptions& options) {
  load::LoadSpec spec = options.spec;
  BASALT_ASSIGN_OR_RETURN(spec.workload, load::FindWorkload(options.workload));
  if (!options.distribution.empty()) {
    BASALT_ASSIGN_OR_RETURN(spec.workload.distribution,
                            load::ParseDistribution(options.distribution));
  }
  BASALT_RETURN_IF_ERROR(TableName::Parse(spec.table).status());
  BASALT_RETURN_IF_ERROR(spec.Check());
  return spec;
}

// A target, connected for all rounds.
struct Subject {
  std::string target;
  std::vector<std::unique_ptr<Connection>> connections;
  std::unique_ptr<load::Runner> runner;
  std::optional<load::ProcessMeter> meter;

  static Result<Subject> Open(const Environment& env, const BenchOptions& options,
                              const load::LoadSpec& spec, const std::string& target) {
    Subject subject;
    subject.target = target;
    for (int i = 0; i < options.connections; ++i) {
      BASALT_ASSIGN_OR_RETURN(auto connection, Connection::Open(target));
      subject.connections.push_back(std::move(connection));
    }
    subject.runner =
        std::make_unique<load::Runner>(*subject.connections[0], spec, ProgressTo(env, target));
    for (size_t i = 1; i < subject.connections.size(); ++i) {
      subject.runner->AddConnection(*subject.connections[i]);
    }
    subject.meter = MeterFor(target, options.pid);
    running_load = subject.runner.get();
    const SignalScope interruptible({SIGINT}, StopLoad);
    BASALT_RETURN_IF_ERROR(subject.runner->Prepare());
    return subject;
  }

  Result<load::NamedResult> Round(const Environment& env, const load::LoadSpec& spec) const {
    running_load = runner.get();
    const SignalScope interruptible({SIGINT}, StopLoad);
    BASALT_ASSIGN_OR_RETURN(load::LoadResult result, runner->Run(meter));
    if (env.out_is_terminal) env.err << "\r\x1b[K" << std::flush;
    return load::NamedResult{target, spec, std::move(result)};
  }
};

Status WriteHtml(const std::string& path, const std::vector<load::NamedResult>& results) {
  if (path.empty()) return {};
  std::ofstream file(path);
  file << load::HtmlReport(results);
  if (file.flush()) return {};
  return {StatusCode::kIoError, "cannot write " + path};
}

void Print(const Environment& env, const BenchOptions& options, const load::NamedResult& result) {
  env.out << (options.json ? load::JsonReport(result) + "\n" : load::TextReport(result))
          << std::flush;
}

Status ErrorsOf(const load::NamedResult& named) {
  if (named.result.errors == 0) return {};
  return {StatusCode::kIoError,
          fmt::format("{} operations on {} failed; the first: {}", named.result.errors,
                      named.target, named.result.error_texts.begin()->first)};
}

Status BenchOne(const Environment& env, const BenchOptions& options, const load::LoadSpec& spec) {
  BASALT_ASSIGN_OR_RETURN(const Subject subject,
                          Subject::Open(env, options, spec, options.targets[0]));
  BASALT_ASSIGN_OR_RETURN(load::NamedResult named, subject.Round(env, spec));
  if (spec.verify) {
    BASALT_ASSIGN_OR_RETURN(named.result.verified_rows, subject.runner->Verify());
  }
  Print(env, options, named);
  BASALT_RETURN_IF_ERROR(WriteHtml(options.html, {named}));
  return ErrorsOf(named);
}

Status BenchTwo(const Environment& env, const BenchOptions& options, const load::LoadSpec& spec) {
  std::vector<Subject> subjects;
  for (const std::string& target : options.targets) {
    BASALT_ASSIGN_OR_RETURN(Subject subject, Subject::Open(env, options, spec, target));
    subjects.push_back(std::move(subject));
  }
  load::Comparison comparison(options.targets[0], options.targets[1]);
  std::vector<load::NamedResult> last(2);
  for (int round = 0; round < options.rounds; ++round) {
    // Alternating, so that disturbances of the machine affect both targets.
    for (int turn = 0; turn < 2; ++turn) {
      const auto which = static_cast<size_t>((turn + round) % 2);
      BASALT_ASSIGN_OR_RETURN(last[which], subjects[which].Round(env, spec));
      comparison.Add(which, last[which].result);
    }
  }
  for (const load::NamedResult& named : last) Print(env, options, named);
  env.out << (options.json ? comparison.Json() + "\n" : comparison.Text()) << std::flush;
  BASALT_RETURN_IF_ERROR(WriteHtml(options.html, last));
  for (const load::NamedResult& named : last) BASALT_RETURN_IF_ERROR(ErrorsOf(named));
  return {};
}

Status Bench(const BenchOptions& options, const Environment& env) {
  if (options.list) {
    for (const load::Workload& workload : load::Workloads()) {
      env.out << fmt::format("{:<18} {}\n", workload.name, workload.description);
    }
    return {};
  }
  BASALT_ASSIGN_OR_RETURN(const load::LoadSpec spec, MakeSpec(options));
  if (options.compare && options.targets.size() != 2) {
    return {StatusCode::kInvalidArgument, "bench compare needs two targets"};
  }
  if (options.targets.size() == 1) return BenchOne(env, options, spec);
  if (options.targets.size() == 2) return BenchTwo(env, options, spec);
  return {StatusCode::kInvalidArgument, "bench needs one target, or two to compare"};
}

}  // namespace

void AddBenchCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<BenchOptions>();
  load::LoadSpec& spec = options->spec;
  CLI::App* command = app.add_subcommand(
      "bench",
      "Run a workload on a directory or a server and measure it; compares two targets.\n"
      "Uses its own table. Ctrl-C ends the run early and prints the results so far.");
  command->add_option(
      "target", options->targets,
      "A data directory or an address (hbase://host:port); two targets are compared\n"
      "in alternating rounds");
  command->add_flag("--list", options->list, "List the workloads");
  command->add_option("-w,--workload", options->workload, "Name of the workload; see --list")
      ->capture_default_str();
  command->add_option("--distribution", options->distribution,
                      "uniform, zipfian or latest (default: the workload's)");
  command->add_option("--table", spec.table, "Name of the table; created if it does not exist")
      ->capture_default_str();
  command->add_option("--rows", spec.rows, "Number of rows loaded before the measurement")
      ->capture_default_str();
  command->add_option("--value-bytes", spec.value_bytes, "Size of each value")
      ->capture_default_str();
  command->add_option("--columns", spec.columns, "Number of columns per family")
      ->capture_default_str();
  command->add_option("--families", spec.families, "Number of column families")
      ->capture_default_str();
  command->add_option("--batch", spec.batch, "Rows per multi-get or multi-put")
      ->capture_default_str();
  command->add_option("--scan-rows", spec.scan_rows, "Rows per scan")->capture_default_str();
  command->add_option("--regions", spec.regions, "Number of regions of a new table")
      ->capture_default_str();
  command->add_option("-t,--threads", spec.threads, "Number of client threads")
      ->capture_default_str();
  command
      ->add_option("--connections", options->connections,
                   "Connections per server, shared by the threads; a directory has one")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--rate", spec.rate,
                      "Target operations per second, sent on schedule; latencies count from the\n"
                      "scheduled time (default: each thread waits for its responses)");
  command->add_option("--warm-up", spec.warm_up_s, "Seconds before the measurement starts")
      ->capture_default_str();
  command->add_option("--seconds", spec.duration_s, "Seconds to measure")->capture_default_str();
  command->add_option("--seed", spec.seed, "Seed of the random numbers")->capture_default_str();
  command->add_flag("--verify", spec.verify,
                    "Compare reads with what was written, and read back every row at the end");
  command
      ->add_option("--rounds", options->rounds, "Number of rounds per target when two are compared")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--pid", options->pid,
                      "Process id of the server, for its CPU time and memory\n"
                      "(default: detected if the server is on this machine)");
  command->add_flag("--json", options->json, "Print one JSON object per target");
  command->add_option("--html", options->html, "Write an HTML page with plots to this file");
  command->callback([options, &work] {
    // "compare A B" is accepted as a synonym of "A B".
    if (!options->targets.empty() && options->targets[0] == "compare") {
      options->compare = true;
      options->targets.erase(options->targets.begin());
    }
    work = [options](const Environment& env) { return Bench(*options, env); };
  });
}

}  // namespace basalt::cli
