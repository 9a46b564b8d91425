// QuerySample: the rows of a sample in key order, on which plans are run to count rows read and
// rows matched. Used by one thread. Keeps a uniform random sample of at most kMaxRows rows and
// kMaxBytes bytes.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "basalt/key_plan.h"
#include "design/sample/memory_dictionary.h"
#include "design/sample/record_reader.h"

namespace basalt::design {

// Assigns an id to every name, even on lookup.
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
    uint64_t matched = 0;  // of the rows read
  };

  explicit QuerySample(const KeySchema& schema, size_t max_rows = kMaxRows,
                       size_t max_bytes = kMaxBytes)
      : schema_(schema), max_rows_(max_rows), max_bytes_(max_bytes) {}

  // Ignores records that are broken or cannot be encoded.
  void Add(const SampleRecord& record);
  // REQUIRES: called once, after all Add(). There are no rows before.
  void Sort();

  const std::vector<Row>& rows() const { return rows_; }
  KeyDictionary* dictionary() { return &dictionary_; }

  // Runs the query's plan without its limit and order. REQUIRES: the query has its values.
  Result<Count> Run(const KeyQuery& query);
  // Replaces each ? of the shape by a value of the sample's records, for the n-th run of `runs`.
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
