// StoredCheck: checks a sample of a table's rows with their timestamps (R44): whether they were
// inserted in key order, and which regions hold the newest rows. Works with and without a key
// schema. Used by one thread; keeps the key of every row added.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "basalt/key_schema.h"
#include "design/check/finding.h"
#include "design/check/part_statistics.h"

namespace basalt::design {

struct StoredResult {
  struct Region {
    Bytes start_key;
    uint64_t newest = 0;  // the number of newest rows in this region
  };

  std::string table;
  std::string schema;  // empty if the table has none
  uint64_t rows = 0;
  uint64_t schema_mismatches = 0;
  // Distinct timestamps. Rows with equal timestamps have no known order, so one of them, drawn at
  // random, counts.
  uint64_t timestamps = 0;
  int64_t first_ms = 0;
  int64_t last_ms = 0;
  // Of those rows: the fractions greater, or less, than all before; and than nearly all before.
  double ascending = 0;
  double descending = 0;
  double nearly_ascending = 0;
  double nearly_descending = 0;
  // The newest tenth of the sample, and the regions that hold these rows, the most rows first.
  uint64_t regions = 0;
  uint64_t newest = 0;
  std::vector<Region> newest_by_region;
  // By severity, errors first.
  std::vector<Finding> findings;

  uint64_t errors() const;
  double hottest() const;
};

class StoredCheck {
 public:
  // The insert order is not judged with fewer distinct timestamps.
  static constexpr uint64_t kMinTimestamps = 20;

  // `region_starts`: the start keys of the table's regions, ascending. `dictionary` may be null.
  StoredCheck(std::string table, std::optional<KeySchema> schema, std::vector<Bytes> region_starts,
              KeyDictionary* dictionary = nullptr);

  void Add(BytesView key, int64_t timestamp);
  // REQUIRES: called once, after all Add(). `rows`: the table's row count, for size estimates.
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
  std::string first_mismatch_;
  StoredResult result_;
};

// The report as text and as JSON.
std::string TextReport(const StoredResult& result);
std::string JsonReport(const StoredResult& result);

}  // namespace basalt::design
