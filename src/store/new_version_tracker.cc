#include "store/new_version_tracker.h"

#include <algorithm>

namespace basalt::store {

void NewVersionTracker::Epoch::AddVersionMarker(int64_t marker_timestamp, uint64_t order) {
  version_markers[marker_timestamp].insert(order);
  const Orders& later = visible.lower_bound(order)->second;
  // What was written after the marker was not visible before it.
  visible.insert_or_assign(order, Orders(later.begin(), later.lower_bound(order)));
}

void NewVersionTracker::StartRow() {
  family_.clear();
  family_.try_emplace(kLast);
  column_.clear();
  count_ = 0;
  column_changed_ = true;
  entered_ = false;
  last_type_ = CellType::kMinimum;
}

uint64_t NewVersionTracker::Enter(CellType type, int64_t timestamp, uint64_t order,
                                  bool empty_qualifier) {
  // In HBase the empty qualifier's column is entered at the beginning of a row by its markers only:
  // its puts are hidden neither by family markers nor as surplus.
  const bool changed =
      entered_ ? column_changed_
               : !empty_qualifier || type == CellType::kDeleteColumn || type == CellType::kDelete;
  column_changed_ = false;
  if (changed) {
    column_ = family_;
    count_ = 0;
  } else if (type == CellType::kPut && last_type_ == type && last_timestamp_ == timestamp) {
    return last_order_;
  }
  entered_ = true;
  last_type_ = type;
  last_timestamp_ = timestamp;
  last_order_ = order;
  return kLast;
}

void NewVersionTracker::AddRangeMarker(Epochs& epochs, int64_t timestamp, uint64_t order) {
  Epoch epoch;
  epoch.timestamp = timestamp;
  // Of markers of one write the last one counts, as in HBase. Cells without an order number were
  // not written at once: of their markers the one that hides most counts, which comes first.
  if (order == 0) {
    epochs.try_emplace(order, epoch);
  } else {
    epochs.insert_or_assign(order, epoch);
  }
}

void NewVersionTracker::AddMarker(CellType type, int64_t timestamp, uint64_t order,
                                  bool empty_qualifier) {
  Enter(type, timestamp, order, empty_qualifier);
  // HBase fails where it meets markers of the empty qualifier's versions without this.
  if (type == CellType::kDelete) column_.try_emplace(kLast);
  switch (type) {
    case CellType::kDeleteFamily: AddRangeMarker(family_, timestamp, order); break;
    case CellType::kDeleteColumn: AddRangeMarker(column_, timestamp, order); break;
    case CellType::kDeleteFamilyVersion:
      family_.lower_bound(order)->second.AddVersionMarker(timestamp, order);
      break;
    default: column_.lower_bound(order)->second.AddVersionMarker(timestamp, order); break;
  }
}

bool NewVersionTracker::Hides(int64_t timestamp, uint64_t order, bool empty_qualifier) {
  const uint64_t repeated = Enter(CellType::kPut, timestamp, order, empty_qualifier);
  for (auto at = column_.lower_bound(order); at != column_.end(); ++at) {
    Epoch& epoch = at->second;
    uint64_t deleted = kLast;
    if (const auto markers = epoch.version_markers.find(timestamp);
        markers != epoch.version_markers.end()) {
      const auto first = markers->second.lower_bound(order);
      if (first != markers->second.end()) deleted = *first;
    }
    const uint64_t until = std::min(repeated, deleted);
    for (auto span = epoch.visible.lower_bound(order);
         span != epoch.visible.end() && span->first <= until; ++span) {
      if (span->second.size() >= static_cast<size_t>(max_versions_)) return true;
      span->second.insert(order);
    }
    if (deleted < kLast || timestamp <= epoch.timestamp) return true;
  }
  return repeated < kLast;
}

}  // namespace basalt::store
