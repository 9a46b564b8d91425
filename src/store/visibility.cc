#include "store/visibility.h"

#include <algorithm>
#include <utility>

#include "store/cell_codec.h"

namespace basalt::store {
namespace {

constexpr int64_t kMillisPerSecond = 1000;

int32_t VersionsToCheck(const FamilyRules& rules, Purpose purpose, const ReadShape& shape) {
  switch (purpose) {
    case Purpose::kRawRead: return shape.has_filter ? kAllVersions : shape.max_versions;
    case Purpose::kRead:
      // With a filter the family's limit applies before it and the request's after it.
      return shape.has_filter ? rules.max_versions
                              : std::min(shape.max_versions, rules.max_versions);
    case Purpose::kMinor:
    case Purpose::kMajor: break;
  }
  return rules.max_versions;
}

std::optional<NewVersionTracker> TrackerFor(const FamilyRules& rules, Purpose purpose) {
  if (!rules.new_version_behavior || purpose == Purpose::kRawRead) return std::nullopt;
  return NewVersionTracker(rules.max_versions);
}

bool IsEmptyQualifier(BytesView escaped) { return escaped.size() == kTerminatorLength; }

// Java's overflow: the sum of a huge timestamp and a huge TTL wraps around.
int64_t WrappingAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

// Family markers are stored with the empty qualifier and must all be seen: so cells of that
// qualifier are never skipped.
Verdict StepOverFamilyMarkers(Verdict verdict, BytesView qualifier) {
  if (!IsEmptyQualifier(qualifier)) return verdict;
  if (verdict == Verdict::kNextColumn) return Verdict::kHide;
  if (verdict == Verdict::kKeepThenNextColumn) return Verdict::kKeep;
  return verdict;
}

}  // namespace

FamilyRules FamilyRules::From(const FamilyDescriptor& family) {
  FamilyRules rules;
  rules.max_versions = family.max_versions();
  rules.min_versions = family.min_versions();
  rules.keep_deleted = family.keep_deleted_cells();
  rules.new_version_behavior = family.new_version_behavior();
  if (family.ttl_seconds() != kForeverTtlSeconds) {
    rules.ttl_ms = family.ttl_seconds() * kMillisPerSecond;
  }
  return rules;
}

void DeleteTracker::StartRow() {
  has_family_stamp_ = false;
  family_version_stamps_.clear();
  StartColumn();
}

void DeleteTracker::Add(CellType marker, int64_t timestamp) {
  // The family marker already covers these timestamps.
  if (has_family_stamp_ && timestamp <= family_stamp_) return;
  if (marker == CellType::kDeleteFamily) {
    has_family_stamp_ = true;
    family_stamp_ = timestamp;
  } else if (marker == CellType::kDeleteFamilyVersion) {
    family_version_stamps_.push_back(timestamp);
  } else if (marker >= column_type_) {
    // A marker for one version cannot replace one that masks the rest of the column.
    column_type_ = marker;
    column_stamp_ = timestamp;
  }
}

DeleteTracker::Outcome DeleteTracker::CheckMarkers(int64_t timestamp) {
  if (has_family_stamp_ && timestamp <= family_stamp_) return Outcome::kColumnDeleted;
  if (!family_version_stamps_.empty() &&
      std::find(family_version_stamps_.begin(), family_version_stamps_.end(), timestamp) !=
          family_version_stamps_.end()) {
    return Outcome::kVersionDeleted;
  }
  if (column_type_ == CellType::kMinimum) return Outcome::kNotDeleted;
  if (column_type_ == CellType::kDeleteColumn) return Outcome::kColumnDeleted;
  if (timestamp == column_stamp_) return Outcome::kVersionDeleted;
  column_type_ = CellType::kMinimum;
  return Outcome::kNotDeleted;
}

Visibility::Visibility(const FamilyRules& rules, Purpose purpose, ReadShape shape, int64_t now_ms)
    : rules_(rules),
      purpose_(purpose),
      shape_(std::move(shape)),
      now_ms_(now_ms),
      // Raw reads show what is stored, expired or not.
      oldest_unexpired_(purpose == Purpose::kRawRead ? 0 : rules.OldestUnexpired(now_ms)),
      earliest_put_(0),
      wildcard_(shape_.columns.empty()),
      versions_to_check_(VersionsToCheck(rules, purpose, shape_)),
      versions_after_filter_(purpose == Purpose::kRawRead
                                 ? shape_.max_versions
                                 : std::min(shape_.max_versions, rules.max_versions)),
      new_versions_(TrackerFor(rules, purpose)) {}

Visibility::Visibility(const FamilyRules& rules, Purpose purpose, int64_t now_ms,
                       int64_t earliest_put)
    : rules_(rules),
      purpose_(purpose),
      now_ms_(now_ms),
      oldest_unexpired_(rules.OldestUnexpired(now_ms)),
      earliest_put_(earliest_put),
      wildcard_(true),
      versions_to_check_(rules.max_versions),
      versions_after_filter_(0),
      new_versions_(TrackerFor(rules, purpose)) {}

void Visibility::StartRow() {
  deletes_.StartRow();
  if (new_versions_) new_versions_->StartRow();
  wanted_ = 0;
}

Verdict Visibility::Judge(BytesView qualifier, bool new_column, int64_t timestamp, CellType type,
                          int64_t ttl_ms, uint64_t order) {
  return StepOverFamilyMarkers(JudgeCell(qualifier, new_column, timestamp, type, ttl_ms, order),
                               qualifier);
}

inline Verdict Visibility::JudgeCell(BytesView qualifier, bool new_column, int64_t timestamp,
                                     CellType type, int64_t ttl_ms, uint64_t order) {
  if (new_column) {
    deletes_.StartColumn();
    if (new_versions_) new_versions_->StartColumn();
    count_ = 0;
    count_after_filter_ = 0;
    last_timestamp_ = kLatestTimestamp;
    last_type_ = CellType::kMinimum;
  }
  if (!wildcard_ && wanted_ >= shape_.columns.size()) return Verdict::kNextRow;
  if (new_versions_) {
    // A cell that others hide may hide some in turn: only all files together tell.
    if (purpose_ == Purpose::kMinor) return Verdict::kKeep;
  } else if (rules_.min_versions <= 0 && Expired(timestamp)) {
    return LeaveColumn(qualifier);
  }
  if (ttl_ms != kNoTtl) {
    const int64_t end_ms = WrappingAdd(timestamp, ttl_ms);
    if (end_ms < now_ms_) return Verdict::kHide;
    unchanged_until_ms_ = std::min(unchanged_until_ms_, end_ms);
  }
  if (rules_.ttl_ms != kNoTtl) {
    unchanged_until_ms_ = std::min(unchanged_until_ms_, WrappingAdd(timestamp, rules_.ttl_ms));
  }

  if (purpose_ != Purpose::kRawRead) {
    if (IsDeleteMarker(type)) return JudgeMarker(qualifier, timestamp, type, order);
    switch (CheckDeletes(qualifier, timestamp, order)) {
      case DeleteTracker::Outcome::kColumnDeleted: return LeaveColumn(qualifier);
      case DeleteTracker::Outcome::kVersionDeleted: return Verdict::kHide;
      case DeleteTracker::Outcome::kNotDeleted: break;
    }
  }
  return JudgeColumn(qualifier, timestamp, type);
}

inline DeleteTracker::Outcome Visibility::CheckDeletes(BytesView qualifier, int64_t timestamp,
                                                       uint64_t order) {
  if (!new_versions_) return deletes_.Check(timestamp);
  // An older version may have been written later, so the column goes on.
  return new_versions_->Hides(timestamp, order, IsEmptyQualifier(qualifier))
             ? DeleteTracker::Outcome::kVersionDeleted
             : DeleteTracker::Outcome::kNotDeleted;
}

inline Verdict Visibility::JudgeMarker(BytesView qualifier, int64_t timestamp, CellType type,
                                       uint64_t order) {
  if (TracksDelete(timestamp)) {
    if (new_versions_) {
      new_versions_->AddMarker(type, timestamp, order, IsEmptyQualifier(qualifier));
    } else {
      deletes_.Add(type, timestamp);
    }
  }
  switch (purpose_) {
    case Purpose::kRead: return Verdict::kHide;
    case Purpose::kMajor: return DropMajorMarker(qualifier, timestamp, type);
    case Purpose::kMinor:
    case Purpose::kRawRead: break;
  }
  return Verdict::kKeep;
}

bool Visibility::TracksDelete(int64_t timestamp) const {
  if (purpose_ == Purpose::kRead) {
    // With KEEP_DELETED_CELLS a read "as of" a time sees what was deleted later.
    return rules_.keep_deleted == KeepDeletedCells::kFalse
               ? shape_.time_range.ContainsOrIsBefore(timestamp)
               : shape_.time_range.Contains(timestamp);
  }
  return rules_.keep_deleted == KeepDeletedCells::kFalse ||
         (rules_.keep_deleted == KeepDeletedCells::kTtl && Expired(timestamp));
}

Verdict Visibility::DropMajorMarker(BytesView qualifier, int64_t timestamp, CellType type) {
  const bool kept = rules_.keep_deleted == KeepDeletedCells::kTrue ||
                    (rules_.keep_deleted == KeepDeletedCells::kTtl && !Expired(timestamp));
  if (!kept) return Verdict::kHide;
  // No put is old enough for this marker, or any below it, to mask.
  if (timestamp < earliest_put_) return LeaveColumn(qualifier);
  return new_versions_ ? CountNewVersion(qualifier, timestamp) : CountVersion(timestamp, type);
}

inline Verdict Visibility::JudgeColumn(BytesView qualifier, int64_t timestamp, CellType type) {
  if (purpose_ == Purpose::kMinor || purpose_ == Purpose::kMajor) {
    return new_versions_ ? CountNewVersion(qualifier, timestamp) : CountVersion(timestamp, type);
  }
  const int range = shape_.time_range.Compare(timestamp);
  if (range > 0) return Verdict::kHide;
  if (range < 0) return LeaveColumn(qualifier);
  if (wildcard_) {
    return new_versions_ ? CountNewVersion(qualifier, timestamp) : CountVersion(timestamp, type);
  }
  while (true) {
    const int order = qualifier.compare(shape_.columns[wanted_]);
    if (order == 0) break;
    if (order < 0) return Verdict::kNextColumn;
    if (++wanted_ >= shape_.columns.size()) return Verdict::kNextRow;
  }
  return new_versions_ ? CountNewVersion(qualifier, timestamp) : CountWantedVersion(timestamp);
}

inline Verdict Visibility::CountVersion(int64_t timestamp, CellType type) {
  if (timestamp == last_timestamp_ && type == last_type_) return Verdict::kHide;
  // Markers that are kept share the version of the put before them.
  if (!IsDeleteMarker(type)) ++count_;
  if (count_ > versions_to_check_) return Verdict::kNextColumn;
  if (count_ > rules_.min_versions && Expired(timestamp)) return Verdict::kNextColumn;
  last_timestamp_ = timestamp;
  last_type_ = type;
  return Verdict::kKeep;
}

inline Verdict Visibility::CountWantedVersion(int64_t timestamp) {
  if (timestamp == last_timestamp_) return Verdict::kHide;
  ++count_;
  if (count_ >= versions_to_check_ || (count_ >= rules_.min_versions && Expired(timestamp))) {
    // HBase keeps the version that fills the quota even if it is expired.
    last_timestamp_ = kLatestTimestamp;
    return ++wanted_ >= shape_.columns.size() ? Verdict::kKeepThenNextRow
                                              : Verdict::kKeepThenNextColumn;
  }
  last_timestamp_ = timestamp;
  return Verdict::kKeep;
}

// Surplus versions are hidden already; what is left is how many the read asks for, and expiry.
Verdict Visibility::CountNewVersion(BytesView qualifier, int64_t timestamp) {
  const int32_t limit = purpose_ == Purpose::kRead ? versions_after_filter_ : rules_.max_versions;
  const int32_t count = new_versions_->Count();
  const bool expired = Expired(timestamp);
  // HBase does not leave the empty qualifier's column early, nor one that the read names: there
  // this one passes whatever the limit.
  const bool stays = IsEmptyQualifier(qualifier) || (!wildcard_ && rules_.min_versions > 0);
  const bool fills_minimum = expired && count == rules_.min_versions;
  const bool surplus = count > limit || (expired && count > rules_.min_versions);
  if (surplus && !fills_minimum) return stays ? Verdict::kHide : LeaveColumn(qualifier);
  if (!stays && (count == limit || fills_minimum)) {
    if (!wildcard_) {
      DoneWithColumn(qualifier);
      if (wanted_ >= shape_.columns.size()) return Verdict::kKeepThenNextRow;
    }
    return Verdict::kKeepThenNextColumn;
  }
  return Verdict::kKeep;
}

Verdict Visibility::LeaveColumn(BytesView qualifier) {
  if (!wildcard_) {
    DoneWithColumn(qualifier);
    if (wanted_ >= shape_.columns.size()) return Verdict::kNextRow;
  }
  return Verdict::kNextColumn;
}

void Visibility::DoneWithColumn(BytesView qualifier) {
  while (wanted_ < shape_.columns.size() && qualifier >= shape_.columns[wanted_]) ++wanted_;
}

Verdict Visibility::MergeFilter(Verdict verdict, Filter::ReturnCode code, BytesView qualifier) {
  return StepOverFamilyMarkers(MergeCode(verdict, code, qualifier), qualifier);
}

Verdict Visibility::MergeCode(Verdict verdict, Filter::ReturnCode code, BytesView qualifier) {
  using Code = Filter::ReturnCode;
  switch (code) {
    case Code::kSkip:
    case Code::kSeekNextUsingHint:
      if (verdict == Verdict::kKeep) return Verdict::kHide;
      return verdict == Verdict::kKeepThenNextColumn ? Verdict::kNextColumn : Verdict::kNextRow;
    case Code::kNextColumn:
      return verdict == Verdict::kKeepThenNextRow ? Verdict::kNextRow : LeaveColumn(qualifier);
    case Code::kNextRow: return Verdict::kNextRow;
    case Code::kIncludeAndNextColumn:
      if (verdict == Verdict::kKeep) verdict = Verdict::kKeepThenNextColumn;
      break;
    case Code::kIncludeAndSeekNextRow: verdict = Verdict::kKeepThenNextRow; break;
    case Code::kInclude: break;
  }
  if (++count_after_filter_ > versions_after_filter_) {
    verdict = verdict == Verdict::kKeepThenNextRow ? Verdict::kNextRow : Verdict::kNextColumn;
  }
  if (!wildcard_ && (verdict == Verdict::kKeepThenNextColumn || verdict == Verdict::kNextColumn)) {
    DoneWithColumn(qualifier);
    if (wanted_ >= shape_.columns.size()) {
      verdict = Keeps(verdict) ? Verdict::kKeepThenNextRow : Verdict::kNextRow;
    }
  }
  return verdict;
}

}  // namespace basalt::store
