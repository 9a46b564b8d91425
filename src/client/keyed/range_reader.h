// RangeReader: the rows of some ranges of a plan, one range after the other. One thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "basalt/key_table.h"

namespace basalt::client {

class RangeReader {
 public:
  struct Row {
    RowResult result;
    size_t branch_width = 0;
  };
  // The first `used` rows are valid; the others keep memory for reuse.
  struct Batch {
    std::vector<Row> rows;
    size_t used = 0;

    // Adds a row with unspecified content, to be filled.
    Row& Add() {
      if (used == rows.size()) rows.emplace_back();
      return rows[used++];
    }
  };

  // `ranges` in the order they are to be read.
  RangeReader(Table& table, const KeyPlan& plan, const Query& columns, CallOptions options,
              std::vector<KeyRange> ranges);

  // Fills the batch with the next rows: about `rows` of them and `bytes`, one at least. False when
  // no more will come.
  Result<bool> Fetch(size_t rows, uint64_t bytes, Batch& batch);

 private:
  Status FetchPoints(size_t rows, Batch& batch);
  Status OpenRange(const KeyRange& range, size_t rows);

  Table& table_;
  const KeyPlan& plan_;
  Query query_;
  const CallOptions options_;
  std::vector<KeyRange> ranges_;
  size_t next_ = 0;  // the range that is read, or is next
  std::optional<ResultScanner> scanner_;
};

}  // namespace basalt::client
