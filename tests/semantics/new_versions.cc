#include "new_versions.h"

#include <algorithm>

namespace basalt::semantics {

std::optional<uint64_t> NewVersions::Visit(const ModelCell& cell) {
  bool enters = false;
  if (last_) {
    enters = last_->qualifier != cell.qualifier;
  } else {
    // HBase overlooks the beginning of the empty qualifier's column.
    enters =
        !cell.qualifier.empty() || cell.type == Type::kDelete || cell.type == Type::kDeleteColumn;
  }
  if (enters) {
    of_column_ = of_family_;
    selected_ = 0;
  } else if (last_ && !IsMarker(cell.type) && last_->type == cell.type &&
             last_->timestamp == cell.timestamp) {
    return last_->sequence;
  }
  last_ = cell;
  return std::nullopt;
}

void NewVersions::Collect(const ModelCell& marker) {
  Visit(marker);
  bool whole_family =
      marker.type == Type::kDeleteFamily || marker.type == Type::kDeleteFamilyVersion;
  Periods& periods = whole_family ? of_family_ : of_column_;
  if (marker.type == Type::kDeleteFamily || marker.type == Type::kDeleteColumn) {
    periods[marker.sequence] = Period{.hides_up_to = marker.timestamp};
    return;
  }
  if (periods.lower_bound(marker.sequence) == periods.end()) periods[kEnd];
  Period& period = PeriodOf(periods, marker.sequence);
  period.hidden_versions.insert({marker.timestamp, marker.sequence});
  std::set<uint64_t> before = period.seen_at.lower_bound(marker.sequence)->second;
  before.erase(before.lower_bound(marker.sequence), before.end());
  period.seen_at[marker.sequence] = before;
}

bool NewVersions::Hides(const ModelCell& put) {
  std::optional<uint64_t> repeated = Visit(put);
  for (auto& [end, period] : of_column_) {
    if (end < put.sequence) continue;
    auto hidden = period.hidden_versions.lower_bound({put.timestamp, put.sequence});
    bool deleted = hidden != period.hidden_versions.end() && hidden->first == put.timestamp;
    uint64_t until = repeated.value_or(kEnd);
    if (deleted) until = std::min(until, hidden->second);
    for (auto& [write, seen] : period.seen_at) {
      if (write < put.sequence || write > until) continue;
      if (seen.size() >= max_versions_) return true;
      seen.insert(put.sequence);
    }
    if (deleted || (period.hides_up_to && put.timestamp <= *period.hides_up_to)) return true;
  }
  return repeated.has_value();
}

}  // namespace basalt::semantics
