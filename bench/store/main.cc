// store_bench: Basalt's store against RocksDB itself, in one run. See docs/benchmarks.md.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <CLI/CLI.hpp>

#include "basalt/version.h"
#include "bench.h"

namespace {

constexpr uint64_t kQuickRows = 5000;
constexpr uint64_t kQuickHiddenRows = 20;
constexpr int kQuickRounds = 3;
constexpr int kQuickRoundMs = 20;

// A directory of this run's own, removed at its end.
class WorkDirectory {
 public:
  explicit WorkDirectory(const std::string& parent) {
    std::string pattern = parent + "/store_bench.XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) {
      std::perror(pattern.c_str());
      std::exit(1);
    }
    path_ = pattern;
  }
  ~WorkDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

int main(int argc, char** argv) {
  namespace bench = basalt::bench;
  bench::Settings settings;
  bool quick = false;
  std::string parent = std::filesystem::temp_directory_path();
  CLI::App app("Basalt's store against RocksDB itself, in turns; medians over the rounds.");
  app.add_flag("--quick", quick, "Small and short: shows that everything runs, measures little");
  auto* rows = app.add_option("--rows", settings.rows, "Rows of the tables that are read")
                   ->check(CLI::PositiveNumber)
                   ->capture_default_str();
  app.add_option("--value-bytes", settings.value_bytes, "Bytes of a value")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  auto* hidden = app.add_option("--hidden-rows", settings.hidden_rows,
                                "Rows of the tables with versions and deletes")
                     ->check(CLI::PositiveNumber)
                     ->capture_default_str();
  app.add_option("--threads", settings.threads, "Threads that increment")
      ->check(CLI::Range(2, 1024))
      ->capture_default_str();
  auto* rounds = app.add_option("--rounds", settings.rounds, "Rounds, each a turn of both sides")
                     ->check(CLI::PositiveNumber)
                     ->capture_default_str();
  auto* round_ms = app.add_option("--round-ms", settings.round_ms, "Length of a turn")
                       ->check(CLI::PositiveNumber)
                       ->capture_default_str();
  app.add_option("--only", settings.only, "Only workloads whose name contains this");
  app.add_option("--directory", parent, "Where to make the temporary stores")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str();
  app.add_option("--json", settings.json_file, "Write the results to this file, too");
  CLI11_PARSE(app, argc, argv);
  if (quick) {
    if (rows->empty()) settings.rows = kQuickRows;
    if (hidden->empty()) settings.hidden_rows = kQuickHiddenRows;
    if (rounds->empty()) settings.rounds = kQuickRounds;
    if (round_ms->empty()) settings.round_ms = kQuickRoundMs;
  }

  // Mixed headers and library of different RocksDB versions would measure nothing real.
  if (basalt::EngineVersion() != "RocksDB " + rocksdb::GetRocksVersionAsString()) {
    std::cerr << "store_bench: compiled for " << basalt::EngineVersion() << ", linked with "
              << rocksdb::GetRocksVersionAsString() << "\n";
    return 1;
  }

  const WorkDirectory directory(parent);
  settings.directory = directory.path();
  bench::Bench run(settings);
  PrintEnvironment(run);
  // First, while the process is small.
  RunMemory(run);
  RunStyles(run);
  bench::PrintHeader();
  RunPuts(run);
  RunReads(run);
  RunHidden(run);
  RunIncrements(run);
  RunTwoFamilies(run);
  if (!settings.json_file.empty()) WriteJson(run, settings.json_file);
  return 0;
}
