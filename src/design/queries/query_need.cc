#include "design/queries/query_need.h"

#include <algorithm>
#include <map>
#include <utility>

#include "keys/key_plan.h"
#include "keys/layout.h"
#include "keys/range_walk.h"
#include "keys/value_set.h"

namespace basalt::design {
namespace {

using keys::Layout;
using keys::Part;
using keys::PartKind;

constexpr uint64_t kMaxListed = 1024;
// A hash of this many bytes counts as unique per value.
constexpr size_t kWideHash = 4;

// Bounded on neither side, as by !=.
bool Unbounded(const keys::FieldType& type, const keys::ValueSet& set) {
  if (type.ordinal()) {
    return set.ordinals.front().low == 0 && set.ordinals.back().high == type.max_ordinal();
  }
  return set.bytes.front().low.empty() && !set.bytes.back().high;
}

// Whether a part keeps the field's values in order.
bool KeepsOrder(const Layout& layout, size_t field) {
  return std::any_of(layout.parts.begin(), layout.parts.end(), [&](const Part& part) {
    const bool ordered =
        part.kind == PartKind::kWindow || (part.kind == PartKind::kField && !part.reversed);
    return ordered && part.fields[0] == field;
  });
}

QueryNeed NeedOf(const Layout& layout, const keys::Conjunct& conjunct,
                 std::optional<size_t> order_field) {
  QueryNeed need;
  for (const auto& [field, set] : conjunct.sets) {
    const keys::FieldType& type = layout.fields[field].type;
    if (keys::ValuesOf(type, set, kMaxListed, true)) {
      need.equal.insert(field);
    } else if (!Unbounded(type, set)) {
      need.range.insert(field);
      if (KeepsOrder(layout, field)) need.next.insert(field);
    }
  }
  if (order_field && !need.equal.contains(*order_field)) need.next = {*order_field};
  return need;
}

std::optional<size_t> OrderField(const Layout& layout, KeyOrder order) {
  if (order != KeyOrder::kNewestFirst && order != KeyOrder::kOldestFirst) return std::nullopt;
  const auto part = keys::TimePart(layout);
  if (!part) return std::nullopt;
  return layout.parts[*part].fields[0];
}

// Whether the known parts of a range determine the field, so that filtering by it is nearly free.
bool IsDetermined(const Layout& layout, const keys::WalkedRange& walked, size_t field) {
  if (!walked.residual.contains(field)) return true;
  for (size_t i = 0; i < walked.known_parts; ++i) {
    const Part& part = layout.parts[i];
    if (part.kind != PartKind::kHash || part.hash_width < kWideHash) continue;
    if (std::find(part.fields.begin(), part.fields.end(), field) != part.fields.end()) return true;
  }
  return false;
}

bool IsServed(const Layout& layout, const QueryNeed& need, const keys::WalkedRange& walked,
              bool by_time) {
  const bool equal = std::all_of(need.equal.begin(), need.equal.end(),
                                 [&](size_t field) { return IsDetermined(layout, walked, field); });
  // The planner checked the order; a bounded field beside it cannot be used as well.
  if (!equal || by_time || need.next.empty()) return equal;
  return std::any_of(need.next.begin(), need.next.end(),
                     [&](size_t field) { return !walked.residual.contains(field); });
}

// Fills in what KeyPlan does not expose.
Status Walk(const KeySchema& schema, const KeyQuery& query, KeyDictionary* dictionary,
            PlanSummary& summary) {
  const Layout& layout = keys::LayoutOf(schema);
  BASALT_ASSIGN_OR_RETURN(const auto alternatives, keys::Alternatives(layout, query.where));
  keys::WalkOptions options{.layout = &layout, .dictionary = dictionary, .order_part = {}};
  BASALT_ASSIGN_OR_RETURN(options.order_part, keys::OrderPart(layout, query.order));
  const auto order_field = OrderField(layout, query.order);
  bool first = true;
  for (const keys::Conjunct& conjunct : alternatives) {
    const QueryNeed need = NeedOf(layout, conjunct, order_field);
    keys::RangeWalk walk(options, conjunct, 0);
    BASALT_RETURN_IF_ERROR(walk.Run());
    for (const keys::WalkedRange& walked : walk.ranges) {
      summary.served = summary.served && IsServed(layout, need, walked, order_field.has_value());
      summary.residual.insert(walked.residual.begin(), walked.residual.end());
      if (first || std::pair(walked.known_parts, walked.next_bounded) <
                       std::pair(summary.known_parts, summary.next_bounded)) {
        summary.known_parts = walked.known_parts;
        summary.next_bounded = walked.next_bounded;
      }
      first = false;
    }
    // Conditions that only exclude values need a full scan with any key.
    if (summary.verdict == KeyVerdict::kFullScan && (!need.equal.empty() || !need.range.empty())) {
      summary.served = false;
    }
  }
  return {};
}

using Fields = std::vector<size_t>;

bool Has(const Fields& fields, size_t field) {
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

// The first field of `among` that is in both sets.
std::optional<size_t> FirstOf(const Fields& among, const std::set<size_t>& a,
                              const std::set<size_t>* b) {
  for (const size_t field : among) {
    if (a.contains(field) && (b == nullptr || b->contains(field))) return field;
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<QueryNeed>> NeedsOf(const KeySchema& schema, const KeyQuery& query) {
  const Layout& layout = keys::LayoutOf(schema);
  BASALT_ASSIGN_OR_RETURN(const auto alternatives, keys::Alternatives(layout, query.where));
  std::vector<QueryNeed> needs;
  for (const keys::Conjunct& conjunct : alternatives) {
    QueryNeed need = NeedOf(layout, conjunct, OrderField(layout, query.order));
    if (std::find(needs.begin(), needs.end(), need) == needs.end()) needs.push_back(need);
  }
  return needs;
}

PlanSummary JudgePlan(const KeySchema& schema, const KeyQuery& query, KeyDictionary* dictionary) {
  PlanSummary summary;
  KeyQuery asked = query;
  auto plan = KeyPlan::Make(schema, asked, {.dictionary = dictionary});
  if (!plan.ok() && asked.order != KeyOrder::kNone) {
    const std::string reason = plan.status().message();
    asked.order = KeyOrder::kNone;
    plan = KeyPlan::Make(schema, asked, {.dictionary = dictionary});
    if (plan.ok()) summary.unordered = reason;
  }
  if (!plan.ok()) {
    summary.refused = plan.status().message();
    return summary;
  }
  summary.verdict = plan->verdict();
  summary.ranges = plan->ranges().size();
  summary.fraction = plan->fraction();
  summary.notes = plan->notes();
  summary.served = summary.unordered.empty();
  const Status walked = Walk(schema, asked, dictionary, summary);
  if (!walked.ok()) summary.refused = walked.message();
  return summary;
}

bool Worse(const PlanSummary& b, const PlanSummary& a) {
  if (b.refused.empty() != a.refused.empty()) return !b.refused.empty();
  if (b.unordered.empty() != a.unordered.empty()) return !b.unordered.empty();
  return b.verdict > a.verdict;
}

std::optional<Fields> LeadingFields(const Fields& declared, const std::vector<QueryNeed>& needs) {
  // Keyed by the equality fields, smaller sets first: the fields that may come next in the key.
  std::map<std::pair<size_t, std::set<size_t>>, std::optional<std::set<size_t>>> levels;
  for (const QueryNeed& need : needs) {
    auto& next = levels[{need.equal.size(), need.equal}];
    if (need.next.empty()) continue;
    if (!next) {
      next = need.next;
      continue;
    }
    std::erase_if(*next, [&](size_t field) { return !need.next.contains(field); });
    if (next->empty()) return std::nullopt;
  }
  Fields order;
  std::optional<std::set<size_t>> wanted;  // candidates for the next field
  for (const auto& [level, next] : levels) {
    const std::set<size_t>& equal = level.second;
    if (!std::all_of(order.begin(), order.end(),
                     [&](size_t field) { return equal.contains(field); })) {
      return std::nullopt;
    }
    if (wanted) {
      const auto field = FirstOf(declared, *wanted, &equal);
      if (!field) return std::nullopt;
      order.push_back(*field);
    }
    for (const size_t field : declared) {
      if (equal.contains(field) && !Has(order, field)) order.push_back(field);
    }
    if (order.size() != equal.size())
      return std::nullopt;  // some fields are not in the logical key
    wanted = next;
  }
  if (wanted) {
    const auto field = FirstOf(declared, *wanted, nullptr);
    if (!field) return std::nullopt;
    order.push_back(*field);
  }
  return order;
}

}  // namespace basalt::design
