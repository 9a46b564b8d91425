#include "filter/row_ranges.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

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

}  // namespace basalt::filter
