#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "design/queries/query_fit.h"
#include "keys/key_plan.h"

namespace basalt::design {
namespace {

using Json = nlohmann::ordered_json;

std::string_view TextOf(const WorkloadQuery& query) {
  return query.text.empty() ? "(everything)" : std::string_view(query.text);
}

std::string Verdict(const QueryJudgement& judgement) {
  const PlanSummary& summary = judgement.plan;
  if (!summary.refused.empty()) return "refused";
  std::string text = summary.ranges > 1 && summary.verdict == KeyVerdict::kRanges
                         ? fmt::format("{} ranges", summary.ranges)
                     : summary.ranges > 1 && summary.verdict == KeyVerdict::kPointGets
                         ? fmt::format("{} point gets", summary.ranges)
                         : std::string(KeyVerdictName(summary.verdict));
  // The fraction of a shape depends on its values.
  if (!judgement.query.open) text += ", " + keys::KeySpaceText(summary.fraction);
  if (!summary.unordered.empty()) text += ", not in order";
  return text;
}

// Read amplification: rows read per matching row.
double Amplification(const QueryJudgement& judgement) {
  return static_cast<double>(judgement.read) / static_cast<double>(judgement.matched);
}

std::string Rows(const QueryFit& fit, const QueryJudgement& judgement) {
  const auto runs = static_cast<double>(judgement.runs);
  std::string text =
      fmt::format("{:.1f} read for {:.1f}, of {}", static_cast<double>(judgement.read) / runs,
                  static_cast<double>(judgement.matched) / runs, fit.sample_rows);
  if (judgement.matched > 0) text += fmt::format("; {:.1f} for each", Amplification(judgement));
  if (judgement.runs > 1) text += fmt::format("; {} runs", judgement.runs);
  return text;
}

std::string QueryLines(const QueryFit& fit, const QueryJudgement& judgement) {
  std::string text =
      fmt::format("query    {}x: {}\n", judgement.query.weight, TextOf(judgement.query));
  text += fmt::format("           {}\n", Verdict(judgement));
  if (!judgement.known.empty()) {
    text += fmt::format("           known    {}\n", fmt::join(judgement.known, " "));
  }
  if (!judgement.bounded.empty()) {
    text += fmt::format("           bounded  {}\n", judgement.bounded);
  }
  if (!judgement.residual.empty()) {
    text += fmt::format("           filtered {}\n", fmt::join(judgement.residual, " "));
  }
  if (judgement.runs > 0) text += fmt::format("           rows     {}\n", Rows(fit, judgement));
  return text;
}

std::string TableLines(const QueryFit& fit, const TableAdvice& table) {
  std::string text;
  switch (table.kind) {
    case TableAdvice::Kind::kDeclared: text = "table    as declared\n"; break;
    case TableAdvice::Kind::kReordered: text = "table    instead: "; break;
    case TableAdvice::Kind::kAnother: text = "table    or index, in addition: "; break;
    case TableAdvice::Kind::kOptional: text = "table    or index, optional: "; break;
  }
  if (table.kind != TableAdvice::Kind::kDeclared) text += table.schema + "\n";
  for (const size_t query : table.queries) {
    text += fmt::format("           {}\n", TextOf(fit.queries[query].query));
  }
  return text;
}

Json ToJson(const QueryJudgement& judgement) {
  const PlanSummary& summary = judgement.plan;
  Json json = {{"query", judgement.query.text},
               {"place", judgement.query.place},
               {"weight", judgement.query.weight}};
  if (!summary.refused.empty()) {
    json["verdict"] = "refused";
    json["reason"] = summary.refused;
    return json;
  }
  json["verdict"] = KeyVerdictName(summary.verdict);
  json["ranges"] = summary.ranges;
  if (!judgement.query.open) json["fraction"] = summary.fraction;
  json["known"] = judgement.known;
  if (!judgement.bounded.empty()) json["bounded"] = judgement.bounded;
  json["residual"] = judgement.residual;
  json["ordered"] = summary.unordered.empty();
  json["served"] = summary.served;
  json["notes"] = summary.notes;
  if (judgement.runs > 0) {
    json["sample"] = {
        {"runs", judgement.runs}, {"read", judgement.read}, {"matched", judgement.matched}};
    if (judgement.matched > 0) json["sample"]["amplification"] = Amplification(judgement);
  }
  return json;
}

}  // namespace

std::string QueryText(const QueryFit& fit) {
  std::string text;
  for (const QueryJudgement& judgement : fit.queries) text += QueryLines(fit, judgement);
  for (const FieldUse& use : fit.fields) {
    text += fmt::format(
        "field    {}: {:.0f} % of the queries; by = {:.0f} %, bounded {:.0f} %, in order {:.0f} "
        "%\n",
        use.name, Percent(use.weight, fit.total_weight), Percent(use.equal, fit.total_weight),
        Percent(use.range, fit.total_weight), Percent(use.order, fit.total_weight));
  }
  for (const TableAdvice& table : fit.tables.tables) text += TableLines(fit, table);
  for (const size_t query : fit.tables.unserved) {
    text += fmt::format("no table {}\n", TextOf(fit.queries[query].query));
  }
  return text;
}

Json QueryJson(const QueryFit& fit) {
  Json json = {{"queries", Json::array()}, {"fields", Json::array()}, {"tables", Json::array()}};
  for (const QueryJudgement& judgement : fit.queries) json["queries"].push_back(ToJson(judgement));
  for (const FieldUse& use : fit.fields) {
    json["fields"].push_back({{"field", use.name},
                              {"weight", use.weight},
                              {"equal", use.equal},
                              {"range", use.range},
                              {"order", use.order}});
  }
  for (const TableAdvice& table : fit.tables.tables) {
    json["tables"].push_back({{"kind", TableKindName(table.kind)},
                              {"schema", table.schema},
                              {"leading", table.leading},
                              {"queries", table.queries}});
  }
  json["unserved"] = fit.tables.unserved;
  json["total_weight"] = fit.total_weight;
  json["tables_exact"] = fit.tables.exact;
  if (fit.sample_rows > 0) json["sample_rows"] = fit.sample_rows;
  return json;
}

}  // namespace basalt::design
