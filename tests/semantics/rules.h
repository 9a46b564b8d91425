// The model's rules: which cells of one row and one family are visible, evaluated literally on a
// sorted list. Slow and simple on purpose, and independent of src/store. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "script.h"

namespace basalt::semantics {

struct ModelCell {
  std::string row;
  std::string qualifier;
  int64_t timestamp = 0;
  Type type = Type::kPut;
  std::string value;
  std::optional<int64_t> ttl_ms;
  // The write it came with. Of two cells that are otherwise equal, the newer counts.
  uint64_t sequence = 0;
};

inline bool IsMarker(Type type) { return type != Type::kPut; }

// HBase's order: row, qualifier; then newest first, markers first, latest write first.
bool SortsBefore(const ModelCell& a, const ModelCell& b);

enum class Keep : uint8_t { kFalse, kTrue, kTtl };
enum class Purpose : uint8_t { kRead, kRawRead, kFlush, kMajorCompaction };

struct Rules {
  Purpose purpose = Purpose::kRead;
  int64_t now = 0;
  // The family's attributes.
  int64_t max_versions = 1;
  int64_t min_versions = 0;
  std::optional<int64_t> ttl_ms;
  Keep keep = Keep::kFalse;
  bool new_versions = false;
  // Reads: how many versions and which timestamps; and, if not empty, which columns.
  int64_t versions_asked = 1;
  Range range;
  std::set<std::string> columns;
  // Major compaction: the oldest put in all of the store's files.
  int64_t earliest_put = INT64_MAX;
};

// REQUIRES: `cells` belong to one row and are sorted.
std::vector<ModelCell> Survivors(const std::vector<ModelCell>& cells, const Rules& rules);

}  // namespace basalt::semantics
