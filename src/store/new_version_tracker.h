// NewVersionTracker: which puts of a row are deleted or surplus in a family with
// NEW_VERSION_BEHAVIOR. There a marker hides only what was written before it, and a version that
// was surplus when a marker was written stays hidden although the marker makes room for it.
//
// Used by Visibility, which calls it in key order; one thread. The rules, with HBase's surprises,
// are in docs/semantics.md.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

#include "basalt/cell.h"

namespace basalt::store {

class NewVersionTracker {
 public:
  // `max_versions`: the family's, whatever a read asks for.
  explicit NewVersionTracker(int32_t max_versions) : max_versions_(max_versions) { StartRow(); }

  void StartRow();
  // The cells that follow have another qualifier.
  void StartColumn() { column_changed_ = true; }

  // `empty_qualifier`: the cell is of the empty qualifier's column, where family markers are.
  void AddMarker(CellType type, int64_t timestamp, uint64_t order, bool empty_qualifier);
  // Whether a put is hidden. To be called once for every put.
  bool Hides(int64_t timestamp, uint64_t order, bool empty_qualifier);

  // The cells of the column that were counted so far, this one included.
  int32_t Count() { return ++count_; }

 private:
  static constexpr uint64_t kLast = std::numeric_limits<uint64_t>::max();
  using Orders = std::set<uint64_t>;

  // The time between two markers that hide all older versions, and the second of them. The last
  // one has no such marker at its end.
  struct Epoch {
    // Of the marker.
    int64_t timestamp = std::numeric_limits<int64_t>::min();
    // Markers of single versions: timestamp to order numbers.
    std::unordered_map<int64_t, Orders> version_markers;
    // By the order of each such marker, and at last for the end: the puts visible until then.
    std::map<uint64_t, Orders> visible = {{kLast, {}}};

    void AddVersionMarker(int64_t timestamp, uint64_t order);
  };
  // By the order of the marker that ends the epoch.
  using Epochs = std::map<uint64_t, Epoch>;

  static void AddRangeMarker(Epochs& epochs, int64_t timestamp, uint64_t order);
  // Makes the column of a cell the current one. Returns the order of the put before if it has the
  // same timestamp, else kLast.
  uint64_t Enter(CellType type, int64_t timestamp, uint64_t order, bool empty_qualifier);

  const int32_t max_versions_;
  Epochs family_;
  // Those of the family and of the column.
  Epochs column_;
  int32_t count_ = 0;
  bool column_changed_ = true;
  // The last cell entered.
  bool entered_ = false;
  CellType last_type_ = CellType::kMinimum;
  int64_t last_timestamp_ = 0;
  uint64_t last_order_ = 0;
};

}  // namespace basalt::store
