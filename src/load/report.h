// Reports of a benchmark run: text, JSON, and an HTML page with plots. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "load/runner.h"
#include "load/workload.h"

namespace basalt::load {

// The result of a run, and its target.
struct NamedResult {
  std::string target;
  LoadSpec spec;
  LoadResult result;
};

// A table with a line for each kind of operation.
std::string TextReport(const NamedResult& named);
// One JSON object.
std::string JsonReport(const NamedResult& named);
// A self-contained page: tables, operations over time, latency by percentile.
std::string HtmlReport(const std::vector<NamedResult>& all);

// REQUIRES: there are values.
double Median(std::vector<double> values);

// The ratio of two targets over rounds: per pair of rounds, the second's value divided by the
// first's.
struct Ratio {
  double median = 0;
  double lowest = 0;
  double highest = 0;
};
Ratio Compare(std::vector<double> first, const std::vector<double>& second);

}  // namespace basalt::load
