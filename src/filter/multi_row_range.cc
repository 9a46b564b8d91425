// MultiRowRangeFilter: the rows of several ranges, found by seeks.
//
// Backwards HBase's loses the ranges below one without an end, since it takes the missing end for
// the smallest key; here it is the largest.
#include "filter/multi_row_range.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "filter/built_in.h"
#include "model/unicode.h"

namespace basalt::filter {
namespace {

bool IsValid(const RowRange& range) {
  if (range.start.empty() || range.stop.empty()) return true;
  const int order = range.start.compare(range.stop);
  return order < 0 || (order == 0 && range.include_stop);
}

// Whether `next`, which does not start before `range`, continues or overlaps it.
bool Joins(const RowRange& range, const RowRange& next) {
  if (range.stop.empty()) return true;
  const int order = range.stop.compare(next.start);
  return order > 0 || (order == 0 && (range.include_stop || next.include_start));
}

void Extend(RowRange& range, RowRange next) {
  if (range.stop.empty()) return;
  const int order = next.stop.empty() ? 1 : next.stop.compare(range.stop);
  if (order > 0) {
    range.stop = std::move(next.stop);
    range.include_stop = next.include_stop;
  } else if (order == 0) {
    range.include_stop = range.include_stop || next.include_stop;
  }
}

class MultiRowRange final : public FilterOf<MultiRowRange, MultiRowRangeSpec> {
 public:
  // REQUIRES: the ranges are merged.
  explicit MultiRowRange(MultiRowRangeSpec spec) : FilterOf(std::move(spec)) {
    BASALT_DCHECK(MergeRowRanges(spec_.ranges).size() == spec_.ranges.size(),
                  "The ranges neither overlap nor touch.");
  }
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

Status CheckRowRanges(std::span<const RowRange> ranges) {
  if (ranges.empty()) return {StatusCode::kInvalidArgument, "No ranges found."};
  std::string details;
  int invalid = 0;
  for (const RowRange& range : ranges) {
    if (IsValid(range)) continue;
    ++invalid;
    details += fmt::format("Invalid range: start row => {}, stop row => {}\n",
                           model::CleanUtf8(range.start), model::CleanUtf8(range.stop));
  }
  if (invalid == 0) return {};
  return {StatusCode::kInvalidArgument, fmt::format("{} invaild ranges.\n{}", invalid, details)};
}

std::vector<RowRange> MergeRowRanges(std::vector<RowRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const RowRange& a, const RowRange& b) {
    const int order = a.start.compare(b.start);
    return order < 0 || (order == 0 && a.include_start && !b.include_start);
  });
  std::vector<RowRange> merged;
  for (RowRange& range : ranges) {
    if (!merged.empty() && Joins(merged.back(), range)) {
      Extend(merged.back(), std::move(range));
    } else {
      merged.push_back(std::move(range));
    }
  }
  return merged;
}

bool StartsAfter(const RowRange& range, BytesView row) {
  const int order = BytesView(range.start).compare(row);
  return order > 0 || (order == 0 && !range.include_start);
}

bool EndsBefore(const RowRange& range, BytesView row) {
  if (range.stop.empty()) return false;
  const int order = BytesView(range.stop).compare(row);
  return order < 0 || (order == 0 && !range.include_stop);
}

NewFilter New(MultiRowRangeSpec spec) {
  spec.ranges = MergeRowRanges(std::move(spec.ranges));
  return std::make_unique<MultiRowRange>(std::move(spec));
}

}  // namespace basalt::filter
