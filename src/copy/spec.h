// The options of a copy. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/time_range.h"

namespace basalt::copy {

// A table of the source and its name in the destination.
struct TablePair {
  TableName source;
  TableName destination;

  // "a", or "a as b".
  std::string ToString() const;
  friend bool operator==(const TablePair&, const TablePair&) = default;
};

struct CopySpec {
  // Addresses for Connection::Open.
  std::string source;
  std::string destination;
  // See ChooseTables. Empty: all tables except those of the namespace hbase.
  std::string tables;
  // Only cells and markers with timestamps in this range are copied.
  TimeRange time_range;
  bool copy = true;
  bool verify = false;
  // Verification compares deleted and superseded cells, too.
  bool exact = false;
  bool repair = false;
  int threads = 4;
  // 0: no limit.
  double rate_bytes_per_second = 0;
  // The state file; empty: DefaultStatePath.
  std::string state_path;
  // Discard the state of an unfinished copy.
  bool restart = false;
  // Operation timeout.
  int64_t timeout_ms = 60'000;

  // The size of one write.
  uint64_t batch_bytes = 2 << 20;
  size_t batch_rows = 5000;
  // Larger rows are written in parts.
  size_t max_row_bytes = 8 << 20;
  // A range is split for an idle thread when this much of it was done.
  uint64_t split_bytes = 8 << 20;
  // Rows per digest in the verification.
  uint64_t verify_rows = 1000;

  // Validates the options, before any connection is opened.
  Status Check() const;
};

// Selects tables of the source. `text`: a comma separated list; each item is a name, a name with
// another one for the destination (a=b), or a regular expression for whole names. kTableNotFound if
// an item matches nothing.
Result<std::vector<TablePair>> ChooseTables(const std::string& text,
                                            const std::vector<TableDescriptor>& tables);

// The canonical form of an address, for comparing two: absolute paths, default ports, sorted hosts.
std::string NormalTarget(const std::string& target);

}  // namespace basalt::copy
