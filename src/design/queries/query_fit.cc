#include "design/queries/query_fit.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "design/queries/key_reorder.h"
#include "keys/key_plan.h"
#include "keys/layout.h"

namespace basalt::design {
namespace {

// Runs per query shape, each with other values of the sample.
constexpr size_t kRuns = 8;
// A field used by this fraction of the query weight should not come after one that far fewer use.
constexpr double kMost = 0.5;

std::string Name(const WorkloadQuery& query) {
  return query.text.empty() ? "everything" : fmt::format("[{}]", query.text);
}

bool HasConditions(const WorkloadQuery& query) {
  return !query.shape.where.children.empty() || !query.shape.where.values.empty();
}

QueryJudgement Judge(const KeySchema& schema, const WorkloadQuery& query, QuerySample* sample,
                     KeyDictionary* dictionary) {
  QueryJudgement judgement;
  judgement.query = query;
  judgement.plan = JudgePlan(schema, query.typical, dictionary);
  const PlanSummary& summary = judgement.plan;
  const auto& parts = keys::LayoutOf(schema).parts;
  for (size_t i = 0; i < summary.known_parts; ++i) {
    if (parts[i].kind != keys::PartKind::kLiteral) judgement.known.push_back(parts[i].text);
  }
  if (summary.next_bounded) judgement.bounded = parts[summary.known_parts].text;
  for (const size_t field : summary.residual) {
    judgement.residual.push_back(schema.fields()[field].name);
  }
  if (sample == nullptr || sample->rows().empty() || !summary.refused.empty()) return judgement;
  const size_t runs = query.open ? std::min(kRuns, sample->rows().size()) : 1;
  for (size_t run = 0; run < runs; ++run) {
    const auto count =
        sample->Run(query.open ? sample->WithDrawnValues(query.shape, run, runs) : query.shape);
    // Drawn values may exceed the limits of a plan, as in a long list; the other runs count.
    if (!count.ok()) continue;
    ++judgement.runs;
    judgement.read += count->read;
    judgement.matched += count->matched;
  }
  return judgement;
}

// Fields in key order, including those of distributing parts.
std::vector<size_t> FieldsInOrder(const KeySchema& schema) {
  std::vector<size_t> fields = LogicalFields(schema);
  for (size_t i = 0; i < schema.fields().size(); ++i) {
    if (std::find(fields.begin(), fields.end(), i) == fields.end()) fields.push_back(i);
  }
  return fields;
}

class Fitter {
 public:
  Fitter(const KeySchema& schema, const std::vector<WorkloadQuery>& queries, QuerySample* sample)
      : schema_(schema) {
    fit_.schema = schema.text();
    if (sample != nullptr) fit_.sample_rows = sample->rows().size();
    GenerousDictionary own;
    KeyDictionary* dictionary = sample != nullptr ? sample->dictionary() : &own;
    std::vector<PlanSummary> summaries;
    for (const WorkloadQuery& query : queries) {
      fit_.queries.push_back(Judge(schema, query, sample, dictionary));
      summaries.push_back(fit_.queries.back().plan);
      fit_.total_weight += query.weight;
    }
    CountUse();
    fit_.tables = FindTables(schema, queries, summaries, dictionary);
    for (size_t i = 0; i < queries.size(); ++i) ReportQuery(i);
    ReportFieldOrder();
    ReportTables();
    SortBySeverity(fit_.findings);
  }

  QueryFit Take() { return std::move(fit_); }

 private:
  struct Use {
    bool equal = false;
    bool range = false;
    bool order = false;
    bool any() const { return equal || range || order; }
  };

  Use UseOf(const WorkloadQuery& query, size_t field) const {
    Use use;
    const auto needs = NeedsOf(schema_, query.typical);
    if (!needs.ok()) return use;
    for (const QueryNeed& need : *needs) {
      use.equal = use.equal || need.equal.contains(field);
      use.range = use.range || need.range.contains(field);
    }
    const auto time = keys::TimePart(keys::LayoutOf(schema_));
    use.order = (query.typical.order == KeyOrder::kNewestFirst ||
                 query.typical.order == KeyOrder::kOldestFirst) &&
                time && keys::LayoutOf(schema_).parts[*time].fields[0] == field;
    return use;
  }

  void CountUse() {
    for (const size_t field : FieldsInOrder(schema_)) {
      FieldUse total{.name = schema_.fields()[field].name};
      for (const QueryJudgement& judgement : fit_.queries) {
        const Use use = UseOf(judgement.query, field);
        const uint64_t weight = judgement.query.weight;
        if (use.any()) total.weight += weight;
        if (use.equal) total.equal += weight;
        if (use.range) total.range += weight;
        if (use.order) total.order += weight;
      }
      fit_.fields.push_back(std::move(total));
    }
  }

  void Report(Severity severity, std::string kind, std::string text, std::string advice) {
    fit_.findings.push_back({severity, std::move(kind), std::move(text), std::move(advice)});
  }

  // The advice of the table search for the query.
  std::string AdviceFor(size_t query) const {
    for (const TableAdvice& table : fit_.tables.tables) {
      if (table.kind == TableAdvice::Kind::kDeclared ||
          std::find(table.queries.begin(), table.queries.end(), query) == table.queries.end()) {
        continue;
      }
      const std::string leading = fmt::format("{}", fmt::join(table.leading, ", "));
      switch (table.kind) {
        case TableAdvice::Kind::kReordered:
          return fmt::format("a key that begins with {} serves it", leading);
        case TableAdvice::Kind::kOptional:
          return fmt::format(
              "another table, or an index, that begins with {} serves it, if filtering the rows of "
              "one of the other keys costs too much",
              leading);
        default:
          return fmt::format("another table, or an index, that begins with {} serves it", leading);
      }
    }
    return "no order of these parts serves it: store the field itself in the key, or split the "
           "query";
  }

  void ReportQuery(size_t index) {
    const QueryJudgement& judgement = fit_.queries[index];
    const PlanSummary& summary = judgement.plan;
    const std::string name = Name(judgement.query);
    if (!summary.refused.empty()) {
      Report(Severity::kError, "query_refused",
             fmt::format("{} cannot be planned: {}", name, summary.refused), AdviceFor(index));
      return;
    }
    if (!summary.unordered.empty()) {
      Report(Severity::kWarning, "query_order",
             fmt::format("{} cannot be returned in its order, all rows must be read and sorted: {}",
                         name, summary.unordered),
             AdviceFor(index));
    }
    if (summary.verdict == KeyVerdict::kFullScan && HasConditions(judgement.query)) {
      Report(
          Severity::kWarning, "query_full_scan",
          fmt::format("{} reads the whole table{}", name, RowsOf(judgement)),
          summary.served ? "no key narrows a query that only excludes values" : AdviceFor(index));
    } else if (!summary.served && summary.unordered.empty()) {
      Report(Severity::kNote, "query_residual",
             fmt::format("{} filters every row by {}{}", name, fmt::join(judgement.residual, ", "),
                         RowsOf(judgement)),
             AdviceFor(index));
    }
  }

  std::string RowsOf(const QueryJudgement& judgement) const {
    if (judgement.runs == 0) return "";
    const auto runs = static_cast<double>(judgement.runs);
    return fmt::format(": {:.1f} rows of the sample for {:.1f}",
                       static_cast<double>(judgement.read) / runs,
                       static_cast<double>(judgement.matched) / runs);
  }

  // Whether the field narrows the query's ranges.
  bool Reaches(const QueryJudgement& judgement, size_t field) const {
    if (!judgement.plan.refused.empty() || !judgement.plan.unordered.empty()) return false;
    const auto& residual = judgement.plan.residual;
    return judgement.plan.served || residual.find(field) == residual.end();
  }

  void ReportFieldOrder() {
    const auto total = static_cast<double>(fit_.total_weight);
    for (size_t behind = 1; behind < fit_.fields.size(); ++behind) {
      const FieldUse& use = fit_.fields[behind];
      if (static_cast<double>(use.weight) <= kMost * total) continue;
      const size_t field = *schema_.FieldIndex(use.name);
      uint64_t missed = 0;
      for (const QueryJudgement& judgement : fit_.queries) {
        if (UseOf(judgement.query, field).any() && !Reaches(judgement, field)) {
          missed += judgement.query.weight;
        }
      }
      const auto before =
          std::find_if(fit_.fields.begin(), fit_.fields.begin() + static_cast<ptrdiff_t>(behind),
                       [&](const FieldUse& other) { return other.weight * 2 < use.weight; });
      if (missed * 2 <= use.weight ||
          before == fit_.fields.begin() + static_cast<ptrdiff_t>(behind)) {
        continue;
      }
      Report(
          Severity::kWarning, "field_order",
          fmt::format("{:.0f} % of the queries use {}, but {} comes before it, which {:.0f} % use",
                      Percent(use.weight, fit_.total_weight), use.name, before->name,
                      Percent(before->weight, fit_.total_weight)),
          fmt::format("begin the key with {}; the field that is used most comes first", use.name));
      return;  // the other findings follow from this one
    }
  }

  void ReportTables() {
    const auto& tables = fit_.tables.tables;
    if (!tables.empty() && tables[0].kind == TableAdvice::Kind::kReordered) {
      Report(Severity::kNote, "other_order",
             fmt::format("another order of the fields serves {} of {} queries",
                         tables[0].queries.size(), fit_.queries.size()),
             tables[0].schema);
    }
    const auto needed = static_cast<size_t>(std::count_if(
        tables.begin(), tables.end(),
        [](const TableAdvice& table) { return table.kind != TableAdvice::Kind::kOptional; }));
    if (needed > 1) {
      Report(Severity::kNote, "several_tables",
             fmt::format("no one order of the fields serves these queries: {}{} keys do{}",
                         fit_.tables.exact ? "" : "at most ", needed,
                         needed < tables.size() ? ", if some rows are filtered" : ""),
             "write each record once for each key, or accept the findings on the queries with the "
             "least weight");
    }
  }

  const KeySchema& schema_;
  QueryFit fit_;
};

}  // namespace

double Percent(uint64_t part, uint64_t all) {
  return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
}

QueryFit FitQueries(const KeySchema& schema, const std::vector<WorkloadQuery>& queries,
                    QuerySample* sample) {
  return Fitter(schema, queries, sample).Take();
}

}  // namespace basalt::design
