// Lists of row ranges: their checks and their union. Pure functions.
#pragma once

#include <span>
#include <vector>

#include "basalt/filters.h"
#include "basalt/status.h"

namespace basalt::filter {

// Fails with HBase's message on an empty list or on ranges that end before they start.
Status CheckRowRanges(std::span<const RowRange> ranges);

// The same rows in ranges that neither overlap nor touch, in order.
std::vector<RowRange> MergeRowRanges(std::vector<RowRange> ranges);

bool StartsAfter(const RowRange& range, BytesView row);
bool EndsBefore(const RowRange& range, BytesView row);
inline bool Contains(const RowRange& range, BytesView row) {
  return !StartsAfter(range, row) && !EndsBefore(range, row);
}

}  // namespace basalt::filter
