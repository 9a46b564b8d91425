// Copies one range of rows. See Copier. Thread safe: each call works on a range of its own.
#pragma once

#include <atomic>

#include "basalt/table.h"
#include "copy/rate_limit.h"
#include "copy/spec.h"
#include "copy/work_list.h"

namespace basalt::copy {

// A scan of everything that is stored in the range: all versions, deleted cells, markers. Large
// rows come in parts.
Scan RawScan(const CopySpec& spec, const KeyRange& range);
// The first row after this one.
Bytes RowAfter(BytesView row);
// What a range that was begun still needs.
KeyRange RestOf(const WorkRange& work);

// REQUIRES: the range was taken from `work` by the caller. kCancelled when `stop` is set.
Status CopyRange(const CopySpec& spec, Table& source, Table& destination, WorkList& work,
                 size_t place, RateLimit& rate, const std::atomic<bool>& stop);

}  // namespace basalt::copy
