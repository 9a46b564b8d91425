// Copies one range of rows. See Copier. Thread safe: each call works on its own range.
#pragma once

#include <atomic>

#include "basalt/table.h"
#include "copy/rate_limit.h"
#include "copy/spec.h"
#include "copy/work_list.h"

namespace basalt::copy {

// A raw scan of the range: all versions, deleted cells, markers. Large rows arrive in parts.
Scan RawScan(const CopySpec& spec, const KeyRange& range);
// The first row after this one.
Bytes RowAfter(BytesView row);
// The part of a range that is not done yet.
KeyRange RestOf(const WorkRange& work);

// REQUIRES: the range was taken from `work` by the caller. kCancelled when `stop` is set.
Status CopyRange(const CopySpec& spec, Table& source, Table& destination, WorkList& work,
                 size_t place, RateLimit& rate, const std::atomic<bool>& stop);

}  // namespace basalt::copy
