#include "load/comparison.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace basalt::load {

void Comparison::Add(size_t which, const LoadResult& result) {
  ++added_[which];
  if (result.operations == 0) return;
  const metrics::Histogram all = result.All();
  facts_[0].rounds[which].push_back(result.Rate());
  facts_[1].rounds[which].push_back(static_cast<double>(all.Percentile(50)) / 1e3);
  facts_[2].rounds[which].push_back(static_cast<double>(all.Percentile(99)) / 1e3);
  if (result.server_cpu_s) {
    facts_[3].rounds[which].push_back(*result.server_cpu_s * 1e6 /
                                      static_cast<double>(result.operations));
  }
  if (result.server_memory_mb) facts_[4].rounds[which].push_back(*result.server_memory_mb);
}

std::vector<const Comparison::Fact*> Comparison::Known() const {
  std::vector<const Fact*> known;
  for (const Fact& fact : facts_) {
    const auto& [first, second] = fact.rounds;
    if (!first.empty() && first.size() == added_[0] && second.size() == first.size()) {
      known.push_back(&fact);
    }
  }
  return known;
}

std::string Comparison::Text() const {
  std::string text =
      fmt::format("{} compared with {}, {} rounds in turns:\n", names_[1], names_[0], added_[0]);
  text += fmt::format("{:<40} {:>12} {:>12}  {}\n", "", "first", "second", "second/first");
  for (const Fact* fact : Known()) {
    const Ratio ratio = Compare(fact->rounds[0], fact->rounds[1]);
    text += fmt::format("{:<40} {:>12.1f} {:>12.1f}  {:.2f} ({:.2f} to {:.2f})\n", fact->name,
                        Median(fact->rounds[0]), Median(fact->rounds[1]), ratio.median,
                        ratio.lowest, ratio.highest);
  }
  return text;
}

std::string Comparison::Json() const {
  nlohmann::ordered_json facts = nlohmann::ordered_json::object();
  for (const Fact* fact : Known()) {
    const Ratio ratio = Compare(fact->rounds[0], fact->rounds[1]);
    facts[std::string(fact->key)] = {{"first", Median(fact->rounds[0])},
                                     {"second", Median(fact->rounds[1])},
                                     {"ratio", ratio.median},
                                     {"lowest", ratio.lowest},
                                     {"highest", ratio.highest}};
  }
  const nlohmann::ordered_json object = {
      {"first", names_[0]}, {"second", names_[1]}, {"rounds", added_[0]}, {"facts", facts}};
  return object.dump();
}

}  // namespace basalt::load
