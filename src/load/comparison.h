// Comparison: compares two targets over alternating rounds: the median of each metric, and the
// ratio of each pair of rounds. A value type; one thread.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "load/report.h"
#include "load/runner.h"

namespace basalt::load {

class Comparison {
 public:
  Comparison(std::string first, std::string second) : names_{std::move(first), std::move(second)} {}

  // Adds a round of the first (0) or the second (1) target.
  void Add(size_t which, const LoadResult& result);

  // A line per metric known for both targets: the medians, and the ratio second/first.
  std::string Text() const;
  // The same as one JSON object.
  std::string Json() const;

 private:
  using Rounds = std::array<std::vector<double>, 2>;
  struct Metric {
    std::string_view name;
    // The JSON key.
    std::string_view key;
    Rounds rounds;
  };
  // The metrics that both targets have in every round.
  std::vector<const Metric*> Known() const;

  std::array<std::string, 2> names_;
  std::array<size_t, 2> added_{};
  std::array<Metric, 5> metrics_{{{"operations per second", "operations_per_second", {}},
                                  {"median, µs", "p50_us", {}},
                                  {"99th percentile, µs", "p99_us", {}},
                                  {"server's CPU time per operation, µs", "server_cpu_us", {}},
                                  {"server's memory, MB", "server_memory_mb", {}}}};
};

}  // namespace basalt::load
