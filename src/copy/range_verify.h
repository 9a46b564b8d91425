// Compares one range of rows of two tables, some rows at a time, and repairs differences. See
// Copier. Thread safe: each call works on its own range.
#pragma once

#include <atomic>

#include "basalt/table.h"
#include "copy/report.h"
#include "copy/spec.h"
#include "copy/work_list.h"

namespace basalt::copy {

// The result of VerifyRange; row counts are in the WorkList.
struct Verified {
  uint64_t ranges = 0;
  uint64_t old_cells_differ = 0;
  uint64_t repaired = 0;
  std::vector<DifferentRange> different;
};

// Compares raw cells first. Where those differ, compares what readers see: deleted cells and
// surplus versions disappear when a side compacts, and are no difference unless spec.exact.
// REQUIRES: the range was taken from `work` by the caller. kCancelled if `stop` is set.
Status VerifyRange(const CopySpec& spec, Table& source, Table& destination, WorkList& work,
                   size_t place, const std::atomic<bool>& stop, Verified& verified);

}  // namespace basalt::copy
