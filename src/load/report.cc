#include "load/report.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"

namespace basalt::load {
namespace {

constexpr std::array<double, 4> kPercentiles = {50, 95, 99, 99.9};
constexpr std::array<std::string_view, 2> kColours = {"#0b6e4f", "#c8553d"};

double Micros(uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000; }

std::string LatencyLine(std::string_view name, const metrics::Histogram& latencies) {
  std::string line = fmt::format("{:<18} {:>10}", name, latencies.count());
  for (const double percent : kPercentiles) {
    line += fmt::format(" {:>10.1f}", Micros(latencies.Percentile(percent)));
  }
  return line + fmt::format(" {:>10.1f}\n", Micros(latencies.max()));
}

nlohmann::json LatencyJson(const metrics::Histogram& latencies) {
  nlohmann::json object = {{"count", latencies.count()},
                           {"mean_us", latencies.Mean() / 1000},
                           {"max_us", Micros(latencies.max())}};
  for (const double percent : kPercentiles) {
    object[fmt::format("p{:g}_us", percent)] = Micros(latencies.Percentile(percent));
  }
  return object;
}

std::string Escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      default: out.push_back(c);
    }
  }
  return out;
}

// A polyline in a box of 600 by 200; points are from 0 to 1 in both directions.
std::string Line(const std::vector<std::pair<double, double>>& points, std::string_view colour) {
  std::string path;
  for (const auto& [x, y] : points) {
    path += fmt::format("{:.1f},{:.1f} ", x * 600, 200 - y * 200);
  }
  return fmt::format("<polyline fill='none' stroke='{}' stroke-width='2' points='{}'/>", colour,
                     path);
}

std::string Plot(std::string_view title, std::string_view top, const std::string& lines) {
  return fmt::format(
      "<h2>{}</h2><p>{}</p><svg viewBox='0 0 600 200' width='600' height='200'>"
      "<rect width='600' height='200' fill='#f6f6f4'/>{}</svg>\n",
      title, top, lines);
}

std::string ThroughputPlot(const std::vector<NamedResult>& all) {
  uint64_t most = 1;
  for (const NamedResult& named : all) {
    for (const uint64_t count : named.result.per_second) most = std::max(most, count);
  }
  std::string lines;
  for (size_t i = 0; i < all.size(); ++i) {
    const auto& counts = all[i].result.per_second;
    std::vector<std::pair<double, double>> points;
    for (size_t second = 0; second < counts.size(); ++second) {
      points.emplace_back(
          static_cast<double>(second) / static_cast<double>(std::max<size_t>(counts.size() - 1, 1)),
          static_cast<double>(counts[second]) / static_cast<double>(most));
    }
    lines += Line(points, kColours[i % kColours.size()]);
  }
  return Plot("Operations a second, over time", fmt::format("top: {}", most), lines);
}

std::string LatencyPlot(const std::vector<NamedResult>& all) {
  // Spaced by the number of nines.
  std::vector<double> percentiles;
  for (double nines = 0; nines <= 4; nines += 0.05) {
    percentiles.push_back(100 - 100 / std::pow(10, nines));
  }
  double most = 1;
  std::vector<metrics::Histogram> histograms;
  for (const NamedResult& named : all) {
    histograms.push_back(named.result.All());
    most = std::max(most, Micros(histograms.back().Percentile(percentiles.back())));
  }
  std::string lines;
  for (size_t i = 0; i < all.size(); ++i) {
    std::vector<std::pair<double, double>> points;
    for (size_t p = 0; p < percentiles.size(); ++p) {
      points.emplace_back(
          static_cast<double>(p) / static_cast<double>(percentiles.size() - 1),
          std::log1p(Micros(histograms[i].Percentile(percentiles[p]))) / std::log1p(most));
    }
    lines += Line(points, kColours[i % kColours.size()]);
  }
  return Plot("Latency by percentile (0, 90, 99, 99.9, 99.99)",
              fmt::format("top: {:.0f} µs, logarithmic", most), lines);
}

}  // namespace

std::string TextReport(const NamedResult& named) {
  const LoadResult& result = named.result;
  std::string text = fmt::format(
      "{}: {}, {} threads, {}\n", named.target, named.spec.workload.name, named.spec.threads,
      named.spec.rate > 0 ? fmt::format("target rate {:g} operations/s", named.spec.rate)
                          : std::string("no target rate"));
  text += fmt::format("{:.0f} operations/s; {} operations in {:.1f} s, {} errors\n", result.Rate(),
                      result.operations, result.seconds, result.errors);
  text += fmt::format("{:<18} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}\n", "µs", "count", "p50",
                      "p95", "p99", "p99.9", "max");
  for (size_t i = 0; i < kOperations; ++i) {
    if (result.latencies[i].count() == 0) continue;
    text += LatencyLine(OperationName(static_cast<Operation>(i)), result.latencies[i]);
  }
  if (result.server_cpu_s && result.operations > 0) {
    text += fmt::format("server: {:.1f} µs of CPU time per operation, {:.0f} MB\n",
                        *result.server_cpu_s * 1e6 / static_cast<double>(result.operations),
                        result.server_memory_mb.value_or(0));
  }
  if (result.verified_rows > 0) {
    text += fmt::format("verified: {} rows\n", result.verified_rows);
  }
  for (const auto& [error, count] : result.error_texts) {
    text += fmt::format("error, {} times: {}\n", count, error);
  }
  return text;
}

std::string JsonReport(const NamedResult& named) {
  const LoadResult& result = named.result;
  nlohmann::json object = {{"target", named.target},
                           {"workload", named.spec.workload.name},
                           {"threads", named.spec.threads},
                           {"rows", named.spec.rows},
                           {"value_bytes", named.spec.value_bytes},
                           {"rate_asked", named.spec.rate},
                           {"seconds", result.seconds},
                           {"operations", result.operations},
                           {"operations_per_s", result.Rate()},
                           {"errors", result.errors},
                           {"per_second", result.per_second},
                           {"all", LatencyJson(result.All())}};
  for (size_t i = 0; i < kOperations; ++i) {
    if (result.latencies[i].count() == 0) continue;
    object["latency"][std::string(OperationName(static_cast<Operation>(i)))] =
        LatencyJson(result.latencies[i]);
  }
  if (result.server_cpu_s) {
    object["server_cpu_s"] = *result.server_cpu_s;
    object["server_memory_mb"] = result.server_memory_mb.value_or(0);
  }
  if (result.verified_rows > 0) object["verified_rows"] = result.verified_rows;
  for (const auto& [error, count] : result.error_texts) object["error_texts"][error] = count;
  return object.dump();
}

std::string HtmlReport(const std::vector<NamedResult>& all) {
  std::string page =
      "<!doctype html><meta charset='utf-8'><title>basalt bench</title>"
      "<style>body{font:16px sans-serif;margin:2em auto;max-width:50em}pre{background:#f6f6f4;"
      "padding:1em;overflow:auto}</style><h1>basalt bench</h1>\n";
  for (size_t i = 0; i < all.size(); ++i) {
    page +=
        fmt::format("<h2 style='color:{}'>{}</h2><pre>{}</pre>\n", kColours[i % kColours.size()],
                    Escape(all[i].target), Escape(TextReport(all[i])));
  }
  return page + ThroughputPlot(all) + LatencyPlot(all);
}

double Median(std::vector<double> values) {
  BASALT_CHECK(!values.empty(), "No values have no median.");
  std::ranges::sort(values);
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Ratio Compare(std::vector<double> first, const std::vector<double>& second) {
  for (size_t i = 0; i < first.size(); ++i) first[i] = first[i] > 0 ? second[i] / first[i] : 0;
  if (first.empty()) return {};
  std::ranges::sort(first);
  return {Median(first), first.front(), first.back()};
}

}  // namespace basalt::load
