#include "basalt/key_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "basalt/filters.h"
#include "keys/plan_text.h"
#include "keys/query_shape.h"
#include "keys/range_walk.h"
#include "keys/residual_filter.h"
#include "keys/value_set.h"

namespace basalt {
inline namespace v1 {
namespace {

using keys::Layout;
using keys::Part;
using keys::PartKind;

// Whether the ranges have a common key, or lie side by side in one branch of the order.
bool Joined(const KeyRange& a, const KeyRange& b, bool ordered) {
  if (a.stop.empty() || b.start < a.stop) return true;
  const auto branch = [](const KeyRange& range) {
    return BytesView(range.start).substr(0, range.branch_width);
  };
  return a.stop == b.start && !a.point && !b.point && (!ordered || branch(a) == branch(b));
}

std::vector<KeyRange> Merged(std::vector<KeyRange> ranges, bool ordered) {
  std::sort(ranges.begin(), ranges.end(),
            [](const KeyRange& a, const KeyRange& b) { return a.start < b.start; });
  std::vector<KeyRange> merged;
  for (KeyRange& range : ranges) {
    if (merged.empty() || !Joined(merged.back(), range, ordered)) {
      merged.push_back(std::move(range));
      continue;
    }
    KeyRange& last = merged.back();
    if (!last.stop.empty() && (range.stop.empty() || range.stop > last.stop)) {
      last.stop = range.stop;
    }
    last.point = last.point && range.point;
    last.exact = last.exact && range.exact;
    last.branch_width = std::min(last.branch_width, range.branch_width);
    for (const size_t alternative : range.alternatives) {
      if (std::find(last.alternatives.begin(), last.alternatives.end(), alternative) ==
          last.alternatives.end()) {
        last.alternatives.push_back(alternative);
      }
    }
  }
  return merged;
}

}  // namespace

std::string_view KeyVerdictName(KeyVerdict verdict) {
  switch (verdict) {
    case KeyVerdict::kNothing: return "nothing";
    case KeyVerdict::kPointGets: return "point get";
    case KeyVerdict::kOneRange: return "one range";
    case KeyVerdict::kRanges: return "ranges";
    case KeyVerdict::kFullScan: break;
  }
  return "full scan";
}

}  // namespace v1
}  // namespace basalt

namespace basalt::keys {

std::optional<size_t> TimePart(const Layout& layout) {
  for (size_t i = 0; i < layout.parts.size(); ++i) {
    const Part& part = layout.parts[i];
    if (part.kind == PartKind::kWindow && layout.fields[part.fields[0]].type.is_time()) return i;
    if (part.kind == PartKind::kField && part.type.is_time() && !part.reversed) return i;
  }
  return std::nullopt;
}

Result<std::optional<size_t>> OrderPart(const Layout& layout, KeyOrder order) {
  if (order == KeyOrder::kNone) return std::optional<size_t>();
  if (order == KeyOrder::kLogical || order == KeyOrder::kReverse) {
    return std::optional<size_t>(layout.spread_parts);
  }
  const auto part = TimePart(layout);
  if (!part) return Status(StatusCode::kInvalidArgument, "the key has no time to order by");
  return part;
}

}  // namespace basalt::keys

namespace basalt {
inline namespace v1 {

Result<KeyPlan> KeyPlan::Make(const KeySchema& schema, const KeyQuery& query,
                              const KeyPlanOptions& options) {
  const Layout& layout = schema.layout();
  KeyPlan plan(schema);
  plan.limit_ = query.limit;
  plan.dictionary_ = options.dictionary;
  BASALT_ASSIGN_OR_RETURN(auto alternatives, keys::Alternatives(layout, query.where));
  plan.alternatives_ = std::make_shared<const std::vector<keys::Conjunct>>(std::move(alternatives));

  keys::WalkOptions walk_options{.layout = &layout,
                                 .dictionary = options.dictionary,
                                 .order_part = {},
                                 .max_ranges = options.max_ranges};
  BASALT_ASSIGN_OR_RETURN(walk_options.order_part, keys::OrderPart(layout, query.order));
  plan.reversed_ = query.order == KeyOrder::kReverse;
  if (query.order == KeyOrder::kNewestFirst || query.order == KeyOrder::kOldestFirst) {
    plan.reversed_ = layout.parts[*walk_options.order_part].descending ==
                     (query.order == KeyOrder::kOldestFirst);
  }
  plan.ordered_ = walk_options.order_part.has_value();

  std::vector<KeyRange> ranges;
  for (size_t i = 0; i < plan.alternatives_->size(); ++i) {
    keys::RangeWalk walk(walk_options, (*plan.alternatives_)[i], i);
    BASALT_RETURN_IF_ERROR(walk.Run());
    if (walk.unordered) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("rows cannot be had in this order: give what stands in the key "
                                "before {} by = or in",
                                layout.parts[*walk_options.order_part].text));
    }
    for (keys::WalkedRange& walked : walk.ranges) {
      plan.fraction_ += walked.fraction;
      ranges.push_back(std::move(walked.range));
    }
    for (const std::string& note : walk.notes) {
      if (std::find(plan.notes_.begin(), plan.notes_.end(), note) == plan.notes_.end()) {
        plan.notes_.push_back(note);
      }
    }
  }
  plan.fraction_ = std::min(plan.fraction_, 1.0);
  plan.ranges_ = Merged(std::move(ranges), plan.ordered_);

  const bool points = std::all_of(plan.ranges_.begin(), plan.ranges_.end(),
                                  [](const KeyRange& range) { return range.point; });
  const bool everything =
      plan.fraction_ >= 1 ||
      (plan.ranges_.size() == 1 && plan.ranges_[0].start.empty() && plan.ranges_[0].stop.empty());
  plan.verdict_ = plan.ranges_.empty()       ? KeyVerdict::kNothing
                  : points                   ? KeyVerdict::kPointGets
                  : everything               ? KeyVerdict::kFullScan
                  : plan.ranges_.size() == 1 ? KeyVerdict::kOneRange
                                             : KeyVerdict::kRanges;
  const bool exact = std::all_of(plan.ranges_.begin(), plan.ranges_.end(),
                                 [](const KeyRange& range) { return range.exact; });
  if (!exact) {
    BASALT_ASSIGN_OR_RETURN(plan.filter_, keys::ResidualFilter(layout, *plan.alternatives_));
  }
  return plan;
}

Result<bool> KeyPlan::Matches(const KeyRange& range, BytesView key) const {
  if (range.exact) return true;
  const auto record = schema_.Decode(key, {.dictionary = dictionary_, .salt = {}});
  if (!record.ok()) return record.status();
  const Layout& layout = schema_.layout();
  for (const size_t alternative : range.alternatives) {
    bool all = true;
    for (const auto& [field, set] : (*alternatives_)[alternative].sets) {
      // What a key does not tell was decided by the range.
      if (std::holds_alternative<std::monostate>((*record)[field])) continue;
      all = all && keys::Contains(layout.fields[field].type, set, (*record)[field]);
    }
    if (all) return true;
  }
  return false;
}

std::string KeyPlan::ToString() const {
  constexpr size_t kShown = 8;
  std::string text(KeyVerdictName(verdict_));
  if (ranges_.size() > 1) text += fmt::format(", {} of them", ranges_.size());
  text += fmt::format(", {}\n", keys::KeySpaceText(fraction_));
  for (size_t i = 0; i < std::min(ranges_.size(), kShown); ++i) {
    const KeyRange& range = ranges_[i];
    if (range.point) {
      text += fmt::format("  get  {}\n", ToStringBinary(range.start));
    } else {
      text += fmt::format("  scan [{}, {}){}\n", ToStringBinary(range.start),
                          range.stop.empty() ? "end" : ToStringBinary(range.stop),
                          range.exact ? "" : "  rows are checked");
    }
  }
  if (ranges_.size() > kShown) text += fmt::format("  ... and {} more\n", ranges_.size() - kShown);
  if (filter_ != nullptr) text += "  the server checks what it can by a filter\n";
  if (ordered_ && ranges_.size() > 1) text += "  the ranges are merged in order\n";
  if (reversed_) text += "  read from the end\n";
  for (const std::string& note : notes_) text += fmt::format("  note: {}\n", note);
  return text;
}

}  // namespace v1
}  // namespace basalt
