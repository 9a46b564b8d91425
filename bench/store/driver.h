// The measuring: a workload is run on Basalt and on RocksDB in turn, round after round, and the
// medians over the rounds are reported. Other work on the machine then hits both sides alike.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace basalt::bench {

struct Settings {
  uint64_t rows = 100000;
  uint64_t value_bytes = 100;
  uint64_t hidden_rows = 200;
  int threads = 8;
  int rounds = 9;
  int round_ms = 300;
  std::string directory;
  std::string json_file;
  // Runs only workloads whose name contains this.
  std::string only;
};

struct Workload {
  std::string name;
  std::string unit;
  // The ratio of throughputs that is aimed at; 0: none.
  double target = 0;
  // Each does a small piece of the work and returns how many operations that were.
  std::function<uint64_t()> basalt;
  std::function<uint64_t()> raw;
  // Called before each side's turn, not measured.
  std::function<void()> before_turn = nullptr;
  // Count the CPU time of the whole process, not only of the calling thread.
  bool whole_process = false;
  // One piece per turn, however long it takes.
  bool once = false;
};

struct SideOutcome {
  double per_second = 0;
  double cpu_micros = 0;  // per operation
};

struct Outcome {
  std::string name;
  std::string unit;
  double target = 0;
  SideOutcome basalt;
  SideOutcome raw;
  // Medians of the rounds' ratios, so not exactly the ratios of the medians.
  double ratio = 0;      // Basalt's throughput over RocksDB's
  double cpu_ratio = 0;  // RocksDB's CPU time over Basalt's: 1 is as good as raw
};

Outcome Measure(const Workload& workload, const Settings& settings);

double Median(std::vector<double> values);

// The machine, the processor and the versions, for a report.
struct Environment {
  std::string processor;
  unsigned cores = 0;
  uint64_t memory_bytes = 0;
  std::string system;
  std::string engine;
};
Environment DescribeEnvironment();

uint64_t ResidentBytes();

}  // namespace basalt::bench
