// Compares one range of rows of two tables, some rows at a time, and repairs what differs. See
// Copier. Thread safe: each call works on a range of its own.
#pragma once

#include <atomic>

#include "basalt/table.h"
#include "copy/report.h"
#include "copy/spec.h"
#include "copy/work_list.h"

namespace basalt::copy {

// What VerifyRange has to say of a range; counts are in the WorkList.
struct Verified {
  uint64_t ranges = 0;
  uint64_t old_cells_differ = 0;
  uint64_t repaired = 0;
  std::vector<DifferentRange> different;
};

// First by everything that is stored. Where that differs, by what a reader sees: deleted cells and
// surplus versions go when a side compacts, and are no difference unless spec.exact.
// REQUIRES: the range was taken from `work` by the caller. kCancelled when `stop` is set.
Status VerifyRange(const CopySpec& spec, Table& source, Table& destination, WorkList& work,
                   size_t place, const std::atomic<bool>& stop, Verified& verified);

}  // namespace basalt::copy
