#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "design/check/finding.h"
#include "design/check/sample_check.h"

namespace basalt::design {
namespace {

constexpr size_t kLongestLine = 160;

std::string Shown(std::string_view text) {
  if (text.size() <= kLongestLine) return std::string(text);
  return std::string(text.substr(0, kLongestLine)) + " ...";
}

std::string Line(const CollisionFinder::Occurrence& occurrence) {
  return fmt::format("line {}: {}\n", occurrence.line,
                     occurrence.text.empty() ? "(not kept)" : Shown(occurrence.text));
}

nlohmann::ordered_json ToJson(const CollisionFinder::Occurrence& occurrence) {
  nlohmann::ordered_json json = {{"line", occurrence.line}};
  if (!occurrence.text.empty()) json["text"] = occurrence.text;
  return json;
}

void AddSample(const CheckResult& result, nlohmann::ordered_json& json) {
  json.update(
      {{"records", result.records},
       {"broken", result.broken},
       {"collisions", result.collisions},
       {"collisions_exact", result.collisions_exact},
       {"duplicates", result.duplicates},
       {"width",
        {{"min", result.min_width}, {"max", result.max_width}, {"mean", result.mean_width}}},
       {"ascending", result.ascending},
       {"descending", result.descending},
       {"regions",
        {{"count", result.heat.regions},
         {"from_schema", result.heat.from_schema},
         {"hottest", result.heat.hottest},
         {"hottest_at_a_time", result.heat.hottest_at_a_time},
         {"slices", result.heat.slices}}}});
  json["first_broken"] = nlohmann::ordered_json::array();
  for (const BrokenLine& broken : result.first_broken) {
    json["first_broken"].push_back({{"line", broken.line}, {"reason", broken.reason}});
  }
  json["first_collisions"] = nlohmann::ordered_json::array();
  for (const CollisionFinder::Collision& collision : result.first_collisions) {
    json["first_collisions"].push_back({{"key", ToStringBinary(collision.key)},
                                        {"first", ToJson(collision.first)},
                                        {"second", ToJson(collision.second)}});
  }
}

}  // namespace

std::string TextReport(const CheckResult& result) {
  std::string text = fmt::format("schema   {}\n", result.schema);
  if (result.sampled) {
    text += fmt::format("records  {} read, {} broken\n", result.records, result.broken);
  }
  for (const BrokenLine& broken : result.first_broken) {
    text += fmt::format("           line {}: {}\n", broken.line, Shown(broken.reason));
  }
  if (result.broken > result.first_broken.size() && !result.first_broken.empty()) {
    text += fmt::format("           ... and {} more\n", result.broken - result.first_broken.size());
  }
  if (result.max_width > 0) {
    text += fmt::format("keys     {} bytes, {:.1f} on average; {} rows: {} of keys\n",
                        result.min_width == result.max_width
                            ? std::to_string(result.min_width)
                            : fmt::format("{} to {}", result.min_width, result.max_width),
                        result.mean_width, result.options.rows,
                        PrintSize(result.mean_width * static_cast<double>(result.options.rows)));
    text += fmt::format("order    {:.1f} % ascending, {:.1f} % descending\n",
                        100 * result.ascending, 100 * result.descending);
    text += fmt::format(
        "regions  {}, split by the {}: the hottest gets {:.1f} %, and {:.1f} % at any time\n",
        result.heat.regions, result.heat.from_schema ? "schema" : "sample",
        100 * result.heat.hottest, 100 * result.heat.hottest_at_a_time);
  }
  for (const CollisionFinder::Collision& collision : result.first_collisions) {
    text += fmt::format("same key {}\n           {}           {}", ToStringBinary(collision.key),
                        Line(collision.first), Line(collision.second));
  }
  if (!result.collisions_exact) {
    text += fmt::format("(collisions: with the first {} keys only)\n", result.options.max_keys);
  }
  if (result.queries) text += QueryText(*result.queries);
  return text + FindingsText(result.findings);
}

std::string JsonReport(const CheckResult& result) {
  nlohmann::ordered_json json = {{"schema", result.schema}};
  if (result.sampled) AddSample(result, json);
  if (result.queries) json.update(QueryJson(*result.queries));
  return WithFindings(std::move(json), result.findings);
}

}  // namespace basalt::design
