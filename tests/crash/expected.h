// Expected: the state that a store must have, derived from the journals of its writers.
//
// Acknowledged operations are applied; an operation in flight when its writer died may have
// happened or not, and is kept separately until the store has been checked. Used by one thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "basalt/bytes.h"
#include "journal.h"
#include "operation.h"

namespace basalt::crash {

// Column -> value.
using RowState = std::map<std::pair<Bytes, Bytes>, Bytes>;

struct TableState {
  bool enabled = true;
  std::map<Bytes, int32_t> families;  // and their VERSIONS
  std::map<Bytes, RowState> rows;     // none of them empty
};
using Tables = std::map<std::string, TableState>;

// A counter: the sum of what was acknowledged, and what was under way.
struct Counter {
  int64_t sum = 0;
  std::vector<int64_t> pending;
};

// A row written now with and now without the log. Every write puts one token into all its columns.
struct FreeRow {
  struct Write {
    Bytes token;
    bool logged = false;
    uint64_t ended = 0;  // ticket; kNever: was under way
  };
  static constexpr uint64_t kNever = ~0ULL;
  // What family a and family b were last seen to hold; empty: nothing.
  std::map<Bytes, Bytes> seen;
  std::vector<Write> writes;
};

class Expected {
 public:
  // Takes in what a writer did. Wrong answers it got are added to `problems`.
  void Replay(const Journal& journal, std::vector<std::string>& problems);

  // The state with all that was acknowledged. The checker replaces it by what it has seen.
  Tables tables;
  std::map<Bytes, Counter> counters;
  std::map<Bytes, FreeRow> free_rows;
  // When flushes of the main table began that were acknowledged later: tickets.
  std::vector<uint64_t> flushes;
  // What rows would hold, had the operations under way happened. Table -> row -> state.
  std::map<std::string, std::map<Bytes, RowState>> alternatives;
  // What there would be, had the change of a table under way happened, and which table that is.
  Tables after_ddl;
  std::string ddl_table;
  uint64_t operations = 0;

  // Forgets what was under way and what belongs to one journal only.
  void Settle();

 private:
  void Acknowledged(const JournalEntry& entry, std::vector<std::string>& problems);
  void UnderWay(const JournalEntry& entry);
  bool CheckHolds(const Operation& operation) const;
  void CheckValues(const JournalEntry& entry, std::vector<std::string>& problems) const;
  const RowState& RowOf(const std::string& table, const Bytes& row) const;
};

}  // namespace basalt::crash
