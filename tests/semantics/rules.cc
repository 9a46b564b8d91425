#include "rules.h"

#include <algorithm>
#include <tuple>

#include "new_versions.h"

namespace basalt::semantics {
namespace {

// The delete markers seen so far. Those of a column are dropped at the next column.
struct Masks {
  std::optional<int64_t> family_up_to;
  std::set<int64_t> family_at;
  std::optional<int64_t> column_up_to;
  std::set<int64_t> column_at;

  void Collect(const ModelCell& marker) {
    switch (marker.type) {
      case Type::kDeleteFamily:
        family_up_to = std::max(family_up_to.value_or(INT64_MIN), marker.timestamp);
        break;
      case Type::kDeleteFamilyVersion: family_at.insert(marker.timestamp); break;
      case Type::kDeleteColumn:
        column_up_to = std::max(column_up_to.value_or(INT64_MIN), marker.timestamp);
        break;
      case Type::kDelete: column_at.insert(marker.timestamp); break;
      case Type::kPut: break;
    }
  }
  void NextColumn() {
    column_up_to.reset();
    column_at.clear();
  }
  enum class Answer : uint8_t { kVisible, kHidden, kHiddenWithAllOlder };
  // In HBase's order: of several markers that hide a cell, the first decides whether the rest of
  // the column is looked at.
  Answer Ask(int64_t timestamp) const {
    if (family_up_to && timestamp <= *family_up_to) return Answer::kHiddenWithAllOlder;
    if (family_at.contains(timestamp)) return Answer::kHidden;
    if (column_up_to && timestamp <= *column_up_to) return Answer::kHiddenWithAllOlder;
    return column_at.contains(timestamp) ? Answer::kHidden : Answer::kVisible;
  }
};

class Sieve {
 public:
  explicit Sieve(const Rules& rules) : rules_(rules) {
    bool raw = rules.purpose == Purpose::kRawRead;
    if (rules.ttl_ms && !raw) oldest_unexpired_ = rules.now - *rules.ttl_ms;
    limit_ = rules.max_versions;
    if (raw) limit_ = rules.versions_asked;
    if (rules.purpose == Purpose::kRead) limit_ = std::min(limit_, rules.versions_asked);
    if (rules.new_versions && !raw) new_versions_.emplace(rules.max_versions);
  }

  bool Passes(const ModelCell& cell) {
    if (!column_ || *column_ != cell.qualifier) StartColumn(cell.qualifier);
    if (new_versions_ && rules_.purpose == Purpose::kFlush) return true;
    if (skip_column_) return false;
    if (Expired(cell) && rules_.min_versions == 0 && !new_versions_) return EndColumn();
    if (cell.ttl_ms && cell.timestamp + *cell.ttl_ms < rules_.now) return false;
    if (IsMarker(cell.type)) {
      if (std::optional<bool> decided = DecideMarker(cell)) return *decided;
    } else if (new_versions_) {
      if (new_versions_->Hides(cell)) return false;
    } else if (rules_.purpose != Purpose::kRawRead) {
      Masks::Answer answer = masks_.Ask(cell.timestamp);
      if (answer == Masks::Answer::kHiddenWithAllOlder) return EndColumn();
      if (answer == Masks::Answer::kHidden) return false;
    }
    if (rules_.purpose == Purpose::kRead || rules_.purpose == Purpose::kRawRead) {
      if (Above(cell.timestamp)) return false;
      if (cell.timestamp < rules_.range.min) return EndColumn();
    }
    if (new_versions_) return PassesAsNewVersion(cell);
    if (!rules_.columns.empty()) return PassesAsAskedColumn(cell);
    return PassesAsAnyColumn(cell);
  }

 private:
  bool Expired(const ModelCell& cell) const {
    return oldest_unexpired_ && cell.timestamp < *oldest_unexpired_;
  }
  bool AllTime() const { return rules_.range.min == 0 && rules_.range.max == INT64_MAX; }
  bool Above(int64_t timestamp) const { return timestamp >= rules_.range.max && !AllTime(); }

  void StartColumn(const std::string& qualifier) {
    column_ = qualifier;
    masks_.NextColumn();
    skip_column_ = false;
    asked_column_done_ = false;
    count_ = 0;
    last_.reset();
  }

  // The rest of the column is not looked at, its markers included. The empty qualifier's column is
  // never left early: the family's markers stand among its cells.
  bool EndColumn() {
    skip_column_ = !column_->empty();
    asked_column_done_ = true;
    return false;
  }

  // nullopt: the marker takes part in the selection like a put.
  std::optional<bool> DecideMarker(const ModelCell& marker) {
    bool masks_while_rewriting =
        rules_.keep == Keep::kFalse || (rules_.keep == Keep::kTtl && Expired(marker));
    switch (rules_.purpose) {
      case Purpose::kRead: {
        bool see_past = rules_.keep != Keep::kFalse;
        bool counts =
            marker.timestamp >= rules_.range.min && !(see_past && Above(marker.timestamp));
        if (counts || AllTime()) Collect(marker);
        return false;
      }
      case Purpose::kRawRead: return std::nullopt;
      case Purpose::kFlush:
        if (masks_while_rewriting) Collect(marker);
        return true;
      case Purpose::kMajorCompaction:
        if (masks_while_rewriting) {
          Collect(marker);
          return false;
        }
        // Nothing is old enough to be hidden by this marker or by the older ones behind it.
        if (marker.timestamp < rules_.earliest_put) return EndColumn();
        return std::nullopt;
    }
    return std::nullopt;
  }

  void Collect(const ModelCell& marker) {
    if (new_versions_) {
      new_versions_->Collect(marker);
    } else {
      masks_.Collect(marker);
    }
  }

  // Versions are counted among what is not hidden, kept markers included.
  bool PassesAsNewVersion(const ModelCell& cell) {
    if (!rules_.columns.empty() && !rules_.columns.contains(cell.qualifier)) return false;
    int64_t selected = new_versions_->Select();
    bool expired = Expired(cell);
    bool fills_minimum = expired && selected == rules_.min_versions;
    bool surplus = selected > limit_ || (expired && selected > rules_.min_versions);
    // A column that is asked for is looked at to its end.
    if (rules_.columns.empty() && (surplus || fills_minimum || selected == limit_)) EndColumn();
    return fills_minimum || !surplus;
  }

  bool Repeats(const ModelCell& cell) const {
    return last_ && *last_ == std::pair(cell.timestamp, cell.type);
  }

  // HBase counts asked-for columns differently from unasked ones: the first expired version after
  // MIN_VERSIONS still comes along.
  bool PassesAsAskedColumn(const ModelCell& cell) {
    if (!rules_.columns.contains(cell.qualifier) || asked_column_done_) return false;
    if (Repeats(cell)) return false;
    last_ = {cell.timestamp, cell.type};
    ++count_;
    if (count_ >= limit_ || (count_ >= rules_.min_versions && Expired(cell))) EndColumn();
    return true;
  }

  bool PassesAsAnyColumn(const ModelCell& cell) {
    if (Repeats(cell)) return false;
    if (!IsMarker(cell.type)) ++count_;
    if (count_ > limit_) return EndColumn();
    if (count_ > rules_.min_versions && Expired(cell)) return EndColumn();
    last_ = {cell.timestamp, cell.type};
    return true;
  }

  const Rules& rules_;
  std::optional<int64_t> oldest_unexpired_;
  int64_t limit_;
  Masks masks_;
  // In place of masks_, with NEW_VERSION_BEHAVIOR.
  std::optional<NewVersions> new_versions_;
  std::optional<std::string> column_;
  bool skip_column_ = false;
  bool asked_column_done_ = false;
  int64_t count_ = 0;
  std::optional<std::pair<int64_t, Type>> last_;
};

}  // namespace

bool SortsBefore(const ModelCell& a, const ModelCell& b) {
  return std::tie(a.row, a.qualifier, b.timestamp, b.type, b.sequence) <
         std::tie(b.row, b.qualifier, a.timestamp, a.type, a.sequence);
}

std::vector<ModelCell> Survivors(const std::vector<ModelCell>& cells, const Rules& rules) {
  Sieve sieve(rules);
  std::vector<ModelCell> survivors;
  for (const ModelCell& cell : cells) {
    if (sieve.Passes(cell)) survivors.push_back(cell);
  }
  return survivors;
}

}  // namespace basalt::semantics
