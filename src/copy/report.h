// What a copy is doing and what it has done, for people and for programs. Plain values and pure
// functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "copy/spec.h"
#include "copy/work_list.h"

namespace basalt::copy {

// Of the part under way.
struct Progress {
  const char* doing = "";  // "copying", "verifying"
  Counts counts;
  double seconds = 0;
  size_t ranges_done = 0;
  size_t ranges = 0;
  // Of the work, by keys; from 0 to 1.
  double fraction = 0;
};

// Rows from `first` to `last`, both included, that are not the same on both sides.
struct DifferentRange {
  Bytes first;
  Bytes last;
  // Rows that differ: not in the destination, only there, in both.
  uint64_t missing = 0;
  uint64_t surplus = 0;
  uint64_t changed = 0;
};

struct TableReport {
  TablePair pair;
  bool made = false;  // in the destination, by this copy
  Counts copied;      // by this and the runs it continued
  // Of the verification.
  uint64_t verified_rows = 0;
  uint64_t verified_ranges = 0;
  // Equal to readers, but not in deleted and superseded cells.
  uint64_t old_cells_differ = 0;
  std::vector<DifferentRange> different;
  // Ranges that were repaired and are the same now.
  uint64_t repaired = 0;
};

struct CopyReport {
  std::vector<TableReport> tables;
  bool continued = false;  // an earlier run's work
  bool copied = false;
  bool verified = false;
  double copy_seconds = 0;
  double verify_seconds = 0;
  // What this run itself has copied.
  Counts this_run;

  uint64_t different() const;
};

// "copying: 1,200 rows, 3,600 cells, 1.2 MB, 3.1 MB/s, 2 of 8 ranges, about 4 s left"
std::string ProgressLine(const Progress& progress);
// Lines for each table and a last one for all.
std::string TextReport(const CopyReport& report);
// One JSON object.
std::string JsonReport(const CopySpec& spec, const CopyReport& report);

}  // namespace basalt::copy
