// QuerySample: rows of a sample in the order of their keys, to run plans on: how many rows are
// read, and how many of them are wanted. Used by one thread. Keeps at most kMaxRows rows, and
// kMaxBytes of them, each record equally likely to be among them.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "basalt/key_plan.h"
#include "design/memory_dictionary.h"
#include "design/record_reader.h"

namespace basalt::design {

// Gives an id to every name, also to one that is only asked for.
class GenerousDictionary : public MemoryDictionary {
 public:
  Result<std::optional<uint64_t>> IdOf(std::string_view kind, BytesView name,
                                       bool /*create*/) override {
    return MemoryDictionary::IdOf(kind, name, true);
  }
};

class QuerySample {
 public:
  static constexpr size_t kMaxRows = 100'000;
  static constexpr size_t kMaxBytes = size_t{64} << 20;

  struct Row {
    Bytes key;
    KeyRecord record;
  };
  struct Count {
    uint64_t read = 0;
    uint64_t matched = 0;  // of those that were read
  };

  explicit QuerySample(const KeySchema& schema, size_t max_rows = kMaxRows,
                       size_t max_bytes = kMaxBytes)
      : schema_(schema), max_rows_(max_rows), max_bytes_(max_bytes) {}

  // Records that are broken or have no key are left out.
  void Add(const SampleRecord& record);
  // Once, after all were added. Before it there are no rows.
  void Sort();

  const std::vector<Row>& rows() const { return rows_; }
  KeyDictionary* dictionary() { return &dictionary_; }

  // Runs the query's plan. A limit and an order are left out. REQUIRES: the query has its values.
  Result<Count> Run(const KeyQuery& query);
  // The shape's ?s are given the values of records of the sample, for the n-th run of `runs`.
  // REQUIRES: there are rows.
  KeyQuery WithDrawnValues(const KeyQuery& shape, size_t n, size_t runs) const;

 private:
  void Drop(size_t place);

  KeySchema schema_;
  size_t max_rows_;
  size_t max_bytes_;
  std::mt19937_64 random_{1};
  GenerousDictionary dictionary_;
  uint64_t seen_ = 0;
  size_t bytes_ = 0;
  std::vector<Row> rows_;
};

}  // namespace basalt::design
