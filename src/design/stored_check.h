// StoredCheck: rows as a table has them, each with the time it was written at, and what is to be
// said about where they came (R44): whether they came in the order of their keys, and which regions
// have the newest. For tables with a key schema and without. Used by one thread; keeps a key of
// every row it is given, so its memory is that of the sample.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "basalt/key_schema.h"
#include "design/finding.h"
#include "design/part_statistics.h"

namespace basalt::design {

struct StoredResult {
  struct Region {
    Bytes start_key;
    uint64_t newest = 0;  // how many of the newest rows it has
  };

  std::string table;
  std::string schema;  // empty: none
  uint64_t rows = 0;
  uint64_t not_of_schema = 0;
  // Different times. Rows of one time have no order: of each time one row, drawn at random, counts.
  uint64_t moments = 0;
  int64_t first_ms = 0;
  int64_t last_ms = 0;
  // Of the moments' rows: the parts above, and below, all before; and nearly all before.
  double ascending = 0;
  double descending = 0;
  double nearly_ascending = 0;
  double nearly_descending = 0;
  // The newest rows of the sample, a tenth, and the regions that have them, the most first.
  uint64_t regions = 0;
  uint64_t newest = 0;
  std::vector<Region> newest_by_region;
  // The worst first.
  std::vector<Finding> findings;

  uint64_t errors() const;
  double hottest() const;
};

class StoredCheck {
 public:
  // Fewer times say nothing of the order.
  static constexpr uint64_t kEnoughMoments = 20;

  // `region_starts`: the start keys of the table's regions, ascending. `dictionary` may be null.
  StoredCheck(std::string table, std::optional<KeySchema> schema, std::vector<Bytes> region_starts,
              KeyDictionary* dictionary = nullptr);

  void Add(BytesView key, int64_t timestamp);
  // Once, at the end. `rows`: of the table, for sizes.
  StoredResult Finish(uint64_t rows);

 private:
  struct Row {
    int64_t timestamp = 0;
    uint64_t draw = 0;
    Bytes key;
  };

  void ReportOrder();
  void ReportNewest();

  std::optional<KeySchema> schema_;
  std::vector<Bytes> region_starts_;
  KeyDictionary* dictionary_;
  std::optional<PartStatistics> parts_;
  std::vector<Row> rows_;
  std::string first_stranger_;
  StoredResult result_;
};

// For people and for programs.
std::string TextReport(const StoredResult& result);
std::string JsonReport(const StoredResult& result);

}  // namespace basalt::design
