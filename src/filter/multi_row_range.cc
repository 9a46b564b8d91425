// MultiRowRangeFilter: the rows of several ranges, found by seeks.
//
// In reversed scans HBase's filter loses the ranges below one without a stop row, since it takes
// the empty stop row for the smallest key; here it is the largest.
#include <algorithm>
#include <iterator>
#include <limits>

#include "filter/built_in.h"
#include "filter/row_ranges.h"

namespace basalt::filter {
namespace {

class MultiRowRange final : public FilterOf<MultiRowRange, MultiRowRangeSpec> {
 public:
  // REQUIRES: the ranges are merged.
  using FilterOf::FilterOf;
  bool IsHinting() const override { return true; }
  void SetReversed(bool reversed) override { reversed_ = reversed; }
  bool FilterAllRemaining() override { return done_; }
  // Never true: a row that is skipped by its key gives no hint.
  bool FilterRowKey(BytesView row) override {
    if (done_) return true;
    if (current_ < spec_.ranges.size() && Contains(spec_.ranges[current_], row)) {
      code_ = Code::kInclude;
      return false;
    }
    if (reversed_) {
      FindBackwards(row);
    } else {
      FindForwards(row);
    }
    return false;
  }
  Code FilterCell(const CellView& /*cell*/) override { return code_; }
  std::optional<Cell> NextCellHint(const CellView& /*cell*/) override {
    if (current_ >= spec_.ranges.size()) return std::nullopt;
    const RowRange& range = spec_.ranges[current_];
    return FirstOnRow(reversed_ ? range.stop : range.start);
  }

 private:
  void FindForwards(BytesView row) {
    const auto& ranges = spec_.ranges;
    // The first range that ends after the row.
    const auto found =
        std::partition_point(ranges.begin(), ranges.end(),
                             [row](const RowRange& range) { return EndsBefore(range, row); });
    Enter(found - ranges.begin(), found == ranges.end(), row,
          found == ranges.end() ? BytesView() : BytesView(found->start));
  }

  void FindBackwards(BytesView row) {
    const auto& ranges = spec_.ranges;
    // The last range that starts at or before the row.
    const auto behind =
        std::partition_point(ranges.begin(), ranges.end(),
                             [row](const RowRange& range) { return !StartsAfter(range, row); });
    const bool none = behind == ranges.begin();
    Enter(none ? 0 : behind - ranges.begin() - 1, none, row,
          none ? BytesView() : BytesView(std::prev(behind)->stop));
  }

  // `edge`: the bound of the range that the scan reaches first.
  void Enter(std::ptrdiff_t index, bool none, BytesView row, BytesView edge) {
    if (none) {
      done_ = true;
      code_ = Code::kNextRow;
      return;
    }
    current_ = static_cast<size_t>(index);
    if (Contains(spec_.ranges[current_], row)) {
      code_ = Code::kInclude;
    } else {
      // At an exclusive bound a seek would not move the scan.
      code_ = row == edge ? Code::kNextRow : Code::kSeekNextUsingHint;
    }
  }

  bool reversed_ = false;
  bool done_ = false;
  size_t current_ = std::numeric_limits<size_t>::max();
  Code code_ = Code::kNextRow;
};

}  // namespace

NewFilter New(MultiRowRangeSpec spec) {
  spec.ranges = MergeRowRanges(std::move(spec.ranges));
  return std::make_unique<MultiRowRange>(std::move(spec));
}

}  // namespace basalt::filter
