#include "driver.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <thread>

#include "basalt/version.h"

namespace basalt::bench {
namespace {

double Now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

struct Turn {
  double per_second;
  double cpu_micros;
};

Turn TakeTurn(const Workload& workload, const std::function<uint64_t()>& piece,
              const Settings& settings) {
  if (workload.before_turn) workload.before_turn();
  const clockid_t cpu_clock =
      workload.whole_process ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID;
  const double cpu_begin = Now(cpu_clock);
  const double begin = Now(CLOCK_MONOTONIC);
  const double until = begin + settings.round_ms * 1e-3;
  uint64_t operations = 0;
  double end = begin;
  do {
    operations += piece();
    end = Now(CLOCK_MONOTONIC);
  } while (!workload.once && end < until);
  const double cpu = Now(cpu_clock) - cpu_begin;
  const auto count = static_cast<double>(operations);
  return {count / (end - begin), cpu * 1e6 / count};
}

}  // namespace

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Outcome Measure(const Workload& workload, const Settings& settings) {
  // The first turns fill caches.
  if (!workload.once) {
    TakeTurn(workload, workload.basalt, settings);
    TakeTurn(workload, workload.raw, settings);
  }
  std::vector<double> basalt_rate, raw_rate, basalt_cpu, raw_cpu, ratio, cpu_ratio;
  for (int round = 0; round < settings.rounds; ++round) {
    Turn basalt{};
    Turn raw{};
    // The sides take turns in going first.
    if (round % 2 == 0) {
      basalt = TakeTurn(workload, workload.basalt, settings);
      raw = TakeTurn(workload, workload.raw, settings);
    } else {
      raw = TakeTurn(workload, workload.raw, settings);
      basalt = TakeTurn(workload, workload.basalt, settings);
    }
    basalt_rate.push_back(basalt.per_second);
    raw_rate.push_back(raw.per_second);
    basalt_cpu.push_back(basalt.cpu_micros);
    raw_cpu.push_back(raw.cpu_micros);
    ratio.push_back(basalt.per_second / raw.per_second);
    cpu_ratio.push_back(raw.cpu_micros / basalt.cpu_micros);
  }
  return {workload.name,
          workload.unit,
          workload.target,
          {Median(basalt_rate), Median(basalt_cpu)},
          {Median(raw_rate), Median(raw_cpu)},
          Median(ratio),
          Median(cpu_ratio)};
}

Environment DescribeEnvironment() {
  Environment environment;
  std::ifstream processors("/proc/cpuinfo");
  for (std::string line; std::getline(processors, line);) {
    if (line.starts_with("model name")) {
      environment.processor = line.substr(line.find(':') + 2);
      break;
    }
  }
  environment.cores = std::thread::hardware_concurrency();
  environment.memory_bytes =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  utsname name{};
  if (uname(&name) == 0) {
    environment.system = std::string(name.sysname) + " " + name.release + " " + name.machine;
  }
  environment.engine = EngineVersion();
  return environment;
}

uint64_t ResidentBytes() {
  std::ifstream statm("/proc/self/statm");
  uint64_t total = 0;
  uint64_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace basalt::bench
