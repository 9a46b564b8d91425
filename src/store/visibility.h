// Visibility: decides which cells of a row are visible, or may be dropped. The one implementation
// of HBase's rules on versions, TTLs, deletes, KEEP_DELETED_CELLS and NEW_VERSION_BEHAVIOR; reads,
// flush and compaction use it.
//
// A state machine that gets the cells of one family, row by row, in key order. For each cell it
// returns whether to keep it and how far to skip. It uses coordinates only, never values. Used by
// one thread. The rules in prose: docs/semantics.md.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "basalt/cell.h"
#include "basalt/descriptor.h"
#include "basalt/filter.h"
#include "basalt/query.h"
#include "basalt/time_range.h"
#include "base/check.h"
#include "store/new_version_tracker.h"

namespace basalt::store {

// The family attributes the rules depend on.
struct FamilyRules {
  int32_t max_versions = 1;
  int32_t min_versions = 0;
  int64_t ttl_ms = std::numeric_limits<int64_t>::max();
  KeepDeletedCells keep_deleted = KeepDeletedCells::kFalse;
  bool new_version_behavior = false;

  static FamilyRules From(const FamilyDescriptor& family);
  friend bool operator==(const FamilyRules&, const FamilyRules&) = default;
  // Cells with a smaller timestamp are past the family's TTL.
  int64_t OldestUnexpired(int64_t now_ms) const { return now_ms - ttl_ms; }
};

// What the rules are applied for. kMinor is flush and any compaction that may see only part of a
// row's history; kMajor sees all of it and may drop markers.
enum class Purpose : uint8_t { kRead, kRawRead, kMinor, kMajor };

enum class Verdict : uint8_t {
  kKeep,
  kKeepThenNextColumn,
  kKeepThenNextRow,
  kHide,        // this cell only
  kNextColumn,  // this cell and the rest of its column
  kNextRow,     // this cell and the rest of its row
};
constexpr bool Keeps(Verdict verdict) { return verdict <= Verdict::kKeepThenNextRow; }

// The columns and versions of a read.
struct ReadShape {
  int32_t max_versions = 1;
  TimeRange time_range;
  // Escaped qualifiers in order; empty: all columns.
  std::vector<Bytes> columns;
  bool has_filter = false;
};

// The delete markers seen so far in a row.
class DeleteTracker {
 public:
  enum class Outcome : uint8_t { kNotDeleted, kVersionDeleted, kColumnDeleted };

  void StartRow();
  void StartColumn() {
    column_type_ = CellType::kMinimum;
    if constexpr (base::kDebugChecks) last_checked_ = std::numeric_limits<int64_t>::max();
  }
  void Add(CellType marker, int64_t timestamp);
  // kColumnDeleted: the rest of the column, too. REQUIRES: timestamps of a column come descending.
  Outcome Check(int64_t timestamp) {
    if constexpr (base::kDebugChecks) {
      BASALT_DCHECK(timestamp <= last_checked_, "Timestamps of a column come descending.");
      last_checked_ = timestamp;
    }
    // Most rows have no markers.
    if (!has_family_stamp_ && column_type_ == CellType::kMinimum &&
        family_version_stamps_.empty()) {
      return Outcome::kNotDeleted;
    }
    return CheckMarkers(timestamp);
  }

 private:
  Outcome CheckMarkers(int64_t timestamp);

  bool has_family_stamp_ = false;
  int64_t family_stamp_ = 0;
  // Rarely used, so a vector; few entries.
  std::vector<int64_t> family_version_stamps_;
  // The marker in force for the current column; kMinimum: none.
  CellType column_type_ = CellType::kMinimum;
  int64_t column_stamp_ = 0;
  // Of the current column; kept by debug checks only.
  int64_t last_checked_ = std::numeric_limits<int64_t>::max();
};

class Visibility {
 public:
  // For kRead and kRawRead.
  Visibility(const FamilyRules& rules, Purpose purpose, ReadShape shape, int64_t now_ms);
  // For kMinor and kMajor. `earliest_put`: the oldest put anywhere in the store; a major compaction
  // of a family that keeps deleted cells drops markers older than that.
  Visibility(const FamilyRules& rules, Purpose purpose, int64_t now_ms, int64_t earliest_put);

  void StartRow();

  // `qualifier`: escaped. `new_column`: it differs from the previous cell's, or a row began.
  // `ttl_ms`: the cell's own TTL or kNoTtl. `order`: the cell's order number or 0.
  Verdict Judge(BytesView qualifier, bool new_column, int64_t timestamp, CellType type,
                int64_t ttl_ms, uint64_t order);

  // Combines the verdict on a kept cell with a filter's `code`. kSeekNextUsingHint must be handled
  // by the caller. Counts versions that passed the filter.
  Verdict MergeFilter(Verdict verdict, Filter::ReturnCode code, BytesView qualifier);

  // After kNextColumn or kKeepThenNextColumn: the (escaped) column to continue with, or nullptr for
  // any column.
  const Bytes* NextWantedColumn() const {
    return wildcard_ || wanted_ >= shape_.columns.size() ? nullptr : &shape_.columns[wanted_];
  }
  bool wildcard() const { return wildcard_; }
  // Until this time (included) the TTLs of the cells judged so far change no verdict on them.
  int64_t unchanged_until_ms() const { return unchanged_until_ms_; }

 private:
  Verdict JudgeCell(BytesView qualifier, bool new_column, int64_t timestamp, CellType type,
                    int64_t ttl_ms, uint64_t order);
  // Whether the put is hidden by markers or, with NEW_VERSION_BEHAVIOR, as surplus.
  DeleteTracker::Outcome CheckDeletes(BytesView qualifier, int64_t timestamp, uint64_t order);
  Verdict MergeCode(Verdict verdict, Filter::ReturnCode code, BytesView qualifier);
  Verdict JudgeMarker(BytesView qualifier, int64_t timestamp, CellType type, uint64_t order);
  Verdict JudgeColumn(BytesView qualifier, int64_t timestamp, CellType type);
  Verdict CountVersion(int64_t timestamp, CellType type);
  Verdict CountWantedVersion(int64_t timestamp);
  Verdict CountNewVersion(BytesView qualifier, int64_t timestamp);
  Verdict DropMajorMarker(BytesView qualifier, int64_t timestamp, CellType type);
  // The rest of this column is skipped.
  Verdict LeaveColumn(BytesView qualifier);
  void DoneWithColumn(BytesView qualifier);
  bool Expired(int64_t timestamp) const { return timestamp < oldest_unexpired_; }
  bool TracksDelete(int64_t timestamp) const;

  const FamilyRules rules_;
  const Purpose purpose_;
  const ReadShape shape_;
  const int64_t now_ms_;
  const int64_t oldest_unexpired_;
  const int64_t earliest_put_;
  const bool wildcard_;
  const int32_t versions_to_check_;
  const int32_t versions_after_filter_;

  int64_t unchanged_until_ms_ = std::numeric_limits<int64_t>::max();
  DeleteTracker deletes_;
  // In place of deletes_ in families with NEW_VERSION_BEHAVIOR, except for raw reads.
  std::optional<NewVersionTracker> new_versions_;
  // Explicit columns: index of the current one.
  size_t wanted_ = 0;
  // Of the current column.
  int32_t count_ = 0;
  int32_t count_after_filter_ = 0;
  int64_t last_timestamp_ = kLatestTimestamp;
  CellType last_type_ = CellType::kMinimum;
};

}  // namespace basalt::store
