#include "design/queries/query_tables.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "design/queries/key_reorder.h"
#include "keys/key_plan.h"
#include "keys/layout.h"

namespace basalt::design {
namespace {

using Fields = std::vector<size_t>;

// Queries with the same needs.
struct Shape {
  std::vector<QueryNeed> needs;
  KeyOrder order = KeyOrder::kNone;
  bool served = false;  // by the declared key
  uint64_t weight = 0;
  std::vector<size_t> queries;
};

// A key that serves a group of shapes.
struct Candidate {
  KeySchema schema;
  Fields leading;
  bool declared = false;
};

KeyCondition OnSchema(const KeySchema& from, const KeySchema& to, KeyCondition condition) {
  for (KeyCondition& child : condition.children) child = OnSchema(from, to, std::move(child));
  if (!condition.values.empty()) {
    condition.field = *to.FieldIndex(from.fields()[condition.field].name);
  }
  return condition;
}

// The names of a key's fields in key order, without the given ones.
std::vector<std::string> Rest(const KeySchema& from, const KeySchema& schema,
                              const QueryNeed& need) {
  std::vector<std::string> names;
  for (const size_t field : LogicalFields(schema)) {
    const std::string& name = schema.fields()[field].name;
    if (!need.equal.contains(*from.FieldIndex(name))) names.push_back(name);
  }
  return names;
}

class Search {
 public:
  Search(const KeySchema& schema, const std::vector<WorkloadQuery>& queries,
         const std::vector<PlanSummary>& summaries, KeyDictionary* dictionary)
      : schema_(schema),
        queries_(queries),
        summaries_(summaries),
        dictionary_(dictionary),
        fields_(LogicalFields(schema)) {
    for (size_t i = 0; i < queries.size(); ++i) AddQuery(i);
    std::stable_sort(shapes_.begin(), shapes_.end(),
                     [](const Shape& a, const Shape& b) { return a.weight > b.weight; });
  }

  TableSearch Run() {
    std::vector<Shape> served;
    for (Shape& shape : shapes_) {
      if (Key({&shape})) {
        served.push_back(std::move(shape));
      } else {
        unserved_.insert(unserved_.end(), shape.queries.begin(), shape.queries.end());
      }
    }
    shapes_ = std::move(served);
    TableSearch found;
    found.exact = shapes_.size() <= kExactShapes;
    auto groups = found.exact ? ExactGroups() : GreedyGroups();
    if (groups.empty() && !undemanding_.empty()) groups.emplace_back();
    KeepWithDeclared(groups);
    for (const Group& group : groups) found.tables.push_back(Advice(group));
    Settle(found);
    std::sort(unserved_.begin(), unserved_.end());
    found.unserved = std::move(unserved_);
    return found;
  }

 private:
  using Group = std::vector<const Shape*>;

  void AddQuery(size_t index) {
    auto needs = NeedsOf(schema_, queries_[index].typical);
    const KeyQuery& query = queries_[index].typical;
    const bool everything = query.where.children.empty() && query.where.values.empty();
    if (everything && query.order == KeyOrder::kNone) {
      undemanding_.push_back(index);
      return;
    }
    Shape shape;
    if (needs.ok()) shape.needs = std::move(*needs);
    shape.order = queries_[index].typical.order;
    shape.served = summaries_[index].served;
    for (Shape& known : shapes_) {
      if (known.needs != shape.needs || known.order != shape.order ||
          known.served != shape.served) {
        continue;
      }
      known.weight += queries_[index].weight;
      known.queries.push_back(index);
      return;
    }
    shape.weight = queries_[index].weight;
    shape.queries = {index};
    shapes_.push_back(std::move(shape));
  }

  // A key that serves the whole group.
  std::optional<Candidate> Key(const Group& group) const {
    if (std::all_of(group.begin(), group.end(), [](const Shape* shape) { return shape->served; })) {
      return Candidate{schema_, {}, true};
    }
    std::vector<QueryNeed> needs;
    for (const Shape* shape : group) {
      needs.insert(needs.end(), shape->needs.begin(), shape->needs.end());
    }
    const auto leading = LeadingFields(fields_, needs);
    if (!leading) return std::nullopt;
    std::set<size_t> given;
    if (!needs.empty()) given = needs[0].equal;
    for (const QueryNeed& need : needs) {
      std::erase_if(given, [&](size_t field) { return !need.equal.contains(field); });
    }
    for (const bool spread_time : {true, false}) {
      const auto schema = Reordered(schema_, *leading, given, spread_time);
      if (schema && std::all_of(group.begin(), group.end(),
                                [&](const Shape* shape) { return Serves(*schema, *shape); })) {
        return Candidate{*schema, *leading, false};
      }
    }
    return std::nullopt;
  }

  // Decided by planning and cached, as the same keys recur.
  bool Serves(const KeySchema& schema, const Shape& shape) const {
    const auto [known, is_new] = serves_.try_emplace({schema.text(), shape.queries[0]});
    if (is_new) known->second = PlansServe(schema, shape);
    return known->second;
  }

  bool PlansServe(const KeySchema& schema, const Shape& shape) const {
    if (shape.order == KeyOrder::kLogical || shape.order == KeyOrder::kReverse) {
      // The query asks for key order, which must not change.
      for (const QueryNeed& need : shape.needs) {
        if (Rest(schema_, schema_, need) != Rest(schema_, schema, need)) return false;
      }
    } else if (shape.order != KeyOrder::kNone && TimeOf(schema_) != TimeOf(schema)) {
      return false;
    }
    return std::all_of(shape.queries.begin(), shape.queries.end(), [&](size_t query) {
      const PlanSummary summary = JudgePlan(
          schema, design::OnSchema(schema_, schema, queries_[query].typical), dictionary_);
      return summary.refused.empty() && summary.served && !Worse(summary, summaries_[query]);
    });
  }

  static std::optional<std::string> TimeOf(const KeySchema& schema) {
    const auto part = keys::TimePart(keys::LayoutOf(schema));
    if (!part) return std::nullopt;
    return schema.fields()[keys::LayoutOf(schema).parts[*part].fields[0]].name;
  }

  Group Members(uint32_t mask) const {
    Group group;
    for (size_t i = 0; i < shapes_.size(); ++i) {
      if ((mask >> i & 1) != 0) group.push_back(&shapes_[i]);
    }
    return group;
  }

  // The smallest number of groups, preferring those that include the declared key.
  std::vector<Group> ExactGroups() const {
    const uint32_t all = (uint32_t{1} << shapes_.size()) - 1;
    using Cost = std::pair<size_t, size_t>;  // tables, and tables other than the declared one
    std::vector<std::optional<Cost>> own(all + 1);
    for (uint32_t mask = 1; mask <= all; ++mask) {
      const auto key = Key(Members(mask));
      if (key) own[mask] = Cost{1, key->declared ? 0 : 1};
    }
    std::vector<Cost> best(all + 1);
    std::vector<uint32_t> taken(all + 1);
    for (uint32_t mask = 1; mask <= all; ++mask) {
      const uint32_t lowest = mask & -mask;
      best[mask] = {shapes_.size() + 1, 0};
      for (uint32_t group = mask; group != 0; group = (group - 1) & mask) {
        if ((group & lowest) == 0 || !own[group]) continue;
        const Cost& rest = best[mask ^ group];
        const Cost cost{rest.first + 1, rest.second + own[group]->second};
        if (cost < best[mask]) {
          best[mask] = cost;
          taken[mask] = group;
        }
      }
    }
    std::vector<Group> groups;
    for (uint32_t mask = all; mask != 0; mask ^= taken[mask]) {
      groups.push_back(Members(taken[mask]));
    }
    return groups;
  }

  std::vector<Group> GreedyGroups() const {
    std::vector<Group> groups;
    for (const Shape& shape : shapes_) {
      const bool added = std::any_of(groups.begin(), groups.end(), [&](Group& group) {
        group.push_back(&shape);
        if (Key(group)) return true;
        group.pop_back();
        return false;
      });
      if (!added) groups.push_back({&shape});
    }
    return groups;
  }

  // If the declared key is used, it takes all shapes that it serves.
  void KeepWithDeclared(std::vector<Group>& groups) const {
    const auto met = [](const Shape* shape) { return shape->served; };
    const auto kept = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return std::all_of(group.begin(), group.end(), met);
    });
    if (kept == groups.end()) return;
    std::vector<Group> others;
    for (auto group = groups.begin(); group != groups.end(); ++group) {
      Group rest = *group;
      std::erase_if(rest, met);
      if (group == kept || rest.empty()) continue;
      others.push_back(Key(rest) ? std::move(rest) : *group);
    }
    Group declared;
    for (const Shape& shape : shapes_) {
      const bool elsewhere = std::any_of(others.begin(), others.end(), [&](const Group& group) {
        return std::find(group.begin(), group.end(), &shape) != group.end();
      });
      if (shape.served && !elsewhere) declared.push_back(&shape);
    }
    groups = std::move(others);
    groups.insert(groups.begin(), std::move(declared));
  }

  // In the field order of the declared key.
  Fields UsedFields(const Group& group) const {
    Fields used;
    for (const size_t field : fields_) {
      const bool wanted = std::any_of(group.begin(), group.end(), [&](const Shape* shape) {
        return std::any_of(shape->needs.begin(), shape->needs.end(), [&](const QueryNeed& need) {
          return need.equal.contains(field) || need.next.contains(field);
        });
      });
      if (wanted) used.push_back(field);
    }
    return used;
  }

  // Marks tables as optional if each of their queries is narrowed by another table's key.
  void MarkOptional(std::vector<TableAdvice>& tables) const {
    for (size_t i = 1; i < tables.size(); ++i) {
      const bool spared =
          std::all_of(tables[i].queries.begin(), tables[i].queries.end(), [&](size_t query) {
            return std::any_of(tables.begin(), tables.begin() + static_cast<ptrdiff_t>(i),
                               [&](const TableAdvice& table) { return Narrows(table, query); });
          });
      if (spared) tables[i].kind = TableAdvice::Kind::kOptional;
    }
    std::stable_partition(tables.begin(), tables.end(), [](const TableAdvice& table) {
      return table.kind != TableAdvice::Kind::kOptional;
    });
  }

  bool Narrows(const TableAdvice& table, size_t query) const {
    if (table.kind == TableAdvice::Kind::kOptional) return false;
    const auto schema = KeySchema::Parse(table.schema);
    if (!schema.ok()) return false;
    const PlanSummary summary = JudgePlan(
        *schema, design::OnSchema(schema_, *schema, queries_[query].typical), dictionary_);
    return summary.refused.empty() && summary.unordered.empty() &&
           summary.verdict != KeyVerdict::kFullScan;
  }

  TableAdvice Advice(const Group& group) const {
    const auto key = Key(group);
    TableAdvice advice;
    advice.kind = key->declared ? TableAdvice::Kind::kDeclared : TableAdvice::Kind::kAnother;
    advice.schema = key->schema.text();
    for (const size_t field : key->declared ? UsedFields(group) : key->leading) {
      advice.leading.push_back(schema_.fields()[field].name);
    }
    for (const Shape* shape : group) {
      advice.queries.insert(advice.queries.end(), shape->queries.begin(), shape->queries.end());
    }
    std::sort(advice.queries.begin(), advice.queries.end());
    return advice;
  }

  // If the declared key is not used, the heaviest key replaces it.
  void Settle(TableSearch& found) const {
    auto& tables = found.tables;
    if (tables.empty()) return;
    const auto weight = [&](const TableAdvice& table) {
      return std::accumulate(
          table.queries.begin(), table.queries.end(), uint64_t{0},
          [&](uint64_t sum, size_t query) { return sum + queries_[query].weight; });
    };
    std::stable_sort(tables.begin(), tables.end(), [&](const TableAdvice& a, const TableAdvice& b) {
      const bool first = a.kind == TableAdvice::Kind::kDeclared;
      const bool second = b.kind == TableAdvice::Kind::kDeclared;
      return first != second ? first : weight(a) > weight(b);
    });
    if (tables[0].kind != TableAdvice::Kind::kDeclared) {
      tables[0].kind = TableAdvice::Kind::kReordered;
    }
    MarkOptional(tables);
    auto& first = tables[0].queries;
    first.insert(first.end(), undemanding_.begin(), undemanding_.end());
    std::sort(first.begin(), first.end());
  }

  const KeySchema& schema_;
  const std::vector<WorkloadQuery>& queries_;
  const std::vector<PlanSummary>& summaries_;
  KeyDictionary* dictionary_;
  const Fields fields_;
  std::vector<Shape> shapes_;
  mutable std::map<std::pair<std::string, size_t>, bool> serves_;
  std::vector<size_t> undemanding_;  // queries without conditions: any key serves them
  std::vector<size_t> unserved_;
};

}  // namespace

std::string_view TableKindName(TableAdvice::Kind kind) {
  switch (kind) {
    case TableAdvice::Kind::kDeclared: return "declared";
    case TableAdvice::Kind::kReordered: return "reordered";
    case TableAdvice::Kind::kAnother: return "another";
    case TableAdvice::Kind::kOptional: break;
  }
  return "optional";
}

KeyQuery OnSchema(const KeySchema& from, const KeySchema& to, const KeyQuery& query) {
  KeyQuery result = query;
  result.where = OnSchema(from, to, query.where);
  return result;
}

TableSearch FindTables(const KeySchema& schema, const std::vector<WorkloadQuery>& queries,
                       const std::vector<PlanSummary>& summaries, KeyDictionary* dictionary) {
  return Search(schema, queries, summaries, dictionary).Run();
}

}  // namespace basalt::design
