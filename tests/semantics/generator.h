// Generator: random scripts from a seed. Key spaces and timestamps are tiny on purpose, so that
// overwrites, masks, duplicates and equal timestamps happen all the time.
//
// Creating tables and altering them is slow, so many sequences share a table. Each has rows of its
// own (their keys start with the sequence's number), and since HBase's rules look at one row only,
// they do not disturb one another; flushes, compactions, alters and the clock are shared.
#pragma once

#include <cstdint>
#include <string>

namespace basalt::semantics {

// What to leave out, and what to try alone.
struct Dialect {
  // Deletes of versions and columns of the empty qualifier. With these HBase may never end a later
  // scan or compaction: docs/semantics.md.
  bool deletes_of_empty_qualifier = true;
  // Every table has NEW_VERSION_BEHAVIOR, not a few of them only.
  bool only_new_versions = false;
};

struct TablePlan {
  uint64_t seed = 0;
  std::string table;
  // Numbers of the sequences: [first, first + count).
  int64_t first_sequence = 0;
  int64_t sequences = 0;
  Dialect dialect;
};

// One table's script. The same plan gives the same text.
std::string Generate(const TablePlan& plan);

}  // namespace basalt::semantics
