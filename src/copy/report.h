// Progress and results of a copy, as text and as JSON. Plain values and pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "copy/spec.h"
#include "copy/work_list.h"

namespace basalt::copy {

// Progress of the current phase.
struct Progress {
  const char* doing = "";  // "copying", "verifying"
  Counts counts;
  double seconds = 0;
  size_t ranges_done = 0;
  size_t ranges = 0;
  // The fraction of the work done, estimated by keys; from 0 to 1.
  double fraction = 0;
};

// The rows from `first` to `last`, inclusive, contain differences.
struct DifferentRange {
  Bytes first;
  Bytes last;
  // Rows missing in the destination, only in the destination, and different in both.
  uint64_t missing = 0;
  uint64_t surplus = 0;
  uint64_t changed = 0;
};

struct TableReport {
  TablePair pair;
  bool made = false;  // created in the destination by this copy
  Counts copied;      // by this run and the runs it resumed
  // Results of the verification.
  uint64_t verified_rows = 0;
  uint64_t verified_ranges = 0;
  // Ranges that readers see equal, but whose deleted or superseded cells differ.
  uint64_t old_cells_differ = 0;
  std::vector<DifferentRange> different;
  // Ranges that were repaired and are equal now.
  uint64_t repaired = 0;
};

struct CopyReport {
  std::vector<TableReport> tables;
  bool continued = false;  // resumed an earlier run
  bool copied = false;
  bool verified = false;
  double copy_seconds = 0;
  double verify_seconds = 0;
  // Copied by this run alone.
  Counts this_run;

  uint64_t different() const;
};

// "copying: 1,200 rows, 3,600 cells, 1.2 MB, 3.1 MB/s, 2 of 8 ranges, about 4 s left"
std::string ProgressLine(const Progress& progress);
// A section per table, and a summary line.
std::string TextReport(const CopyReport& report);
// One JSON object.
std::string JsonReport(const CopySpec& spec, const CopyReport& report);

}  // namespace basalt::copy
