// What is to be copied, and how. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/time_range.h"

namespace basalt::copy {

// A table of the source and what it is called in the destination.
struct TablePair {
  TableName source;
  TableName destination;

  // "a", or "a as b".
  std::string ToString() const;
  friend bool operator==(const TablePair&, const TablePair&) = default;
};

struct CopySpec {
  // Addresses as Connection::Open takes them.
  std::string source;
  std::string destination;
  // See ChooseTables. Empty: all but the system's.
  std::string tables;
  // Only cells and markers with timestamps in it.
  TimeRange time_range;
  bool copy = true;
  bool verify = false;
  // Verification counts deleted and superseded cells, too.
  bool exact = false;
  bool repair = false;
  int threads = 4;
  // 0: no limit.
  double rate_bytes_per_second = 0;
  // Where the state of a copy is kept; empty: see DefaultStatePath.
  std::string state_path;
  // Forget an unfinished copy.
  bool restart = false;
  // How long the servers may take for an operation.
  int64_t timeout_ms = 60'000;

  // Of one write.
  uint64_t batch_bytes = 2 << 20;
  size_t batch_rows = 5000;
  // Larger rows are written in parts.
  size_t max_row_bytes = 8 << 20;
  // A range is cut in two for an idle thread when so much of it was done.
  uint64_t cut_bytes = 8 << 20;
  // Rows that verification compares at a time.
  uint64_t verify_rows = 1000;

  // What cannot work, before anything is opened.
  Status Check() const;
};

// Chooses from the source's tables. `text`: names with commas between them; each may be a name, a
// name with another one for the destination (a=b), or a regular expression for whole names.
// kTableNotFound when one matches nothing.
Result<std::vector<TablePair>> ChooseTables(const std::string& text,
                                            const std::vector<TableDescriptor>& tables);

// One way to write an address, for telling whether two are the same: absolute paths, ports that
// were left out, hosts in order.
std::string NormalTarget(const std::string& target);

}  // namespace basalt::copy
