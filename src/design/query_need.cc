#include "design/query_need.h"

#include <algorithm>

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
// A hash of so many bytes is as good as its fields.
constexpr size_t kWideHash = 4;

// Not even bounded on one side, as by !=.
bool Unbounded(const keys::FieldType& type, const keys::ValueSet& set) {
  if (type.ordinal()) {
    return set.ordinals.front().low == 0 && set.ordinals.back().high == type.max_ordinal();
  }
  return set.bytes.front().low.empty() && !set.bytes.back().high;
}

// Whether some part has the field's values in their order.
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

// Whether the parts that a range knows tell the field, so that checking it costs nothing much.
bool Told(const Layout& layout, const keys::WalkedRange& walked, size_t field) {
  if (!walked.residual.contains(field)) return true;
  for (size_t i = 0; i < walked.known_parts; ++i) {
    const Part& part = layout.parts[i];
    if (part.kind != PartKind::kHash || part.hash_width < kWideHash) continue;
    if (std::find(part.fields.begin(), part.fields.end(), field) != part.fields.end()) return true;
  }
  return false;
}

bool Met(const Layout& layout, const QueryNeed& need, const keys::WalkedRange& walked,
         bool by_time) {
  const bool equal = std::all_of(need.equal.begin(), need.equal.end(),
                                 [&](size_t field) { return Told(layout, walked, field); });
  // An order was checked by the planner; what is bounded beside it cannot be used as well.
  if (!equal || by_time || need.next.empty()) return equal;
  return std::any_of(need.next.begin(), need.next.end(),
                     [&](size_t field) { return !walked.residual.contains(field); });
}

// The part of the facts that plans do not tell.
Status Walk(const KeySchema& schema, const KeyQuery& query, KeyDictionary* dictionary,
            PlanSummary& facts) {
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
      facts.met = facts.met && Met(layout, need, walked, order_field.has_value());
      facts.residual.insert(walked.residual.begin(), walked.residual.end());
      if (first || std::pair(walked.known_parts, walked.next_bounded) <
                       std::pair(facts.known_parts, facts.next_bounded)) {
        facts.known_parts = walked.known_parts;
        facts.next_bounded = walked.next_bounded;
      }
      first = false;
    }
    // What only says what is not wanted has to read everything in any case.
    if (facts.verdict == KeyVerdict::kFullScan && (!need.equal.empty() || !need.range.empty())) {
      facts.met = false;
    }
  }
  return {};
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
  PlanSummary facts;
  KeyQuery asked = query;
  auto plan = KeyPlan::Make(schema, asked, {.dictionary = dictionary});
  if (!plan.ok() && asked.order != KeyOrder::kNone) {
    const std::string reason = plan.status().message();
    asked.order = KeyOrder::kNone;
    plan = KeyPlan::Make(schema, asked, {.dictionary = dictionary});
    if (plan.ok()) facts.unordered = reason;
  }
  if (!plan.ok()) {
    facts.refused = plan.status().message();
    return facts;
  }
  facts.verdict = plan->verdict();
  facts.ranges = plan->ranges().size();
  facts.fraction = plan->fraction();
  facts.notes = plan->notes();
  facts.met = facts.unordered.empty();
  const Status walked = Walk(schema, asked, dictionary, facts);
  if (!walked.ok()) facts.refused = walked.message();
  return facts;
}

bool Worse(const PlanSummary& b, const PlanSummary& a) {
  if (b.refused.empty() != a.refused.empty()) return !b.refused.empty();
  if (b.unordered.empty() != a.unordered.empty()) return !b.unordered.empty();
  return b.verdict > a.verdict;
}

}  // namespace basalt::design
