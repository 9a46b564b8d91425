// The table of the backup test, and the checks of its rows.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "basalt/status.h"
#include "counters.h"
#include "store/cell_table.h"

namespace basalt::backup_test {

Result<std::unique_ptr<store::CellTable>> OpenTable(const std::string& data);

struct ThreadState {
  uint64_t highest = 0;
  // Of the thread after it, when that was written.
  uint64_t seen_of_next = 0;
  // Row -> number.
  std::map<std::string, uint64_t> rows;
};

// kCorruption when a row has one number in one family and another in the other.
Result<std::array<ThreadState, kThreads>> ReadNumbers(const store::CellTable& table);

}  // namespace basalt::backup_test
