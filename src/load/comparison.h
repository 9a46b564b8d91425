// Comparison: two targets over rounds that took turns. Each fact's median on either, and the ratio
// of each pair of rounds. A value; one thread.
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

  // The next round of the first (0) or the second (1).
  void Add(size_t which, const LoadResult& result);

  // A line for each fact that is known of both: the medians, and the second's part of the first.
  std::string Text() const;
  // The same as one JSON object.
  std::string Json() const;

 private:
  using Rounds = std::array<std::vector<double>, 2>;
  struct Fact {
    std::string_view name;
    // As a key of JSON.
    std::string_view key;
    Rounds rounds;
  };
  // Those that both have of every round.
  std::vector<const Fact*> Known() const;

  std::array<std::string, 2> names_;
  std::array<size_t, 2> added_{};
  std::array<Fact, 5> facts_{{{"operations a second", "operations_per_second", {}},
                              {"median, µs", "p50_us", {}},
                              {"99th percentile, µs", "p99_us", {}},
                              {"server's processor time an operation, µs", "server_cpu_us", {}},
                              {"server's memory, MB", "server_memory_mb", {}}}};
};

}  // namespace basalt::load
