#include "load/comparison.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace basalt::load {

void Comparison::Add(size_t which, const LoadResult& result) {
  ++added_[which];
  if (result.operations == 0) return;
  const metrics::Histogram all = result.All();
  metrics_[0].rounds[which].push_back(result.Rate());
  metrics_[1].rounds[which].push_back(static_cast<double>(all.Percentile(50)) / 1e3);
  metrics_[2].rounds[which].push_back(static_cast<double>(all.Percentile(99)) / 1e3);
  if (result.server_cpu_s) {
    metrics_[3].rounds[which].push_back(*result.server_cpu_s * 1e6 /
                                        static_cast<double>(result.operations));
  }
  if (result.server_memory_mb) metrics_[4].rounds[which].push_back(*result.server_memory_mb);
}

std::vector<const Comparison::Metric*> Comparison::Known() const {
  std::vector<const Metric*> known;
  for (const Metric& metric : metrics_) {
    const auto& [first, second] = metric.rounds;
    if (!first.empty() && first.size() == added_[0] && second.size() == first.size()) {
      known.push_back(&metric);
    }
  }
  return known;
}

std::string Comparison::Text() const {
  std::string text =
      fmt::format("{} compared with {}, {} rounds in turns:\n", names_[1], names_[0], added_[0]);
  text += fmt::format("{:<40} {:>12} {:>12}  {}\n", "", "first", "second", "second/first");
  for (const Metric* metric : Known()) {
    const Ratio ratio = Compare(metric->rounds[0], metric->rounds[1]);
    text += fmt::format("{:<40} {:>12.1f} {:>12.1f}  {:.2f} ({:.2f} to {:.2f})\n", metric->name,
                        Median(metric->rounds[0]), Median(metric->rounds[1]), ratio.median,
                        ratio.lowest, ratio.highest);
  }
  return text;
}

std::string Comparison::Json() const {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  for (const Metric* metric : Known()) {
    const Ratio ratio = Compare(metric->rounds[0], metric->rounds[1]);
    values[std::string(metric->key)] = {{"first", Median(metric->rounds[0])},
                                        {"second", Median(metric->rounds[1])},
                                        {"ratio", ratio.median},
                                        {"lowest", ratio.lowest},
                                        {"highest", ratio.highest}};
  }
  const nlohmann::ordered_json object = {
      {"first", names_[0]}, {"second", names_[1]}, {"rounds", added_[0]}, {"metrics", values}};
  return object.dump();
}

}  // namespace basalt::load
