// PartStatistics: what a sample's values say about the parts of a key schema: buckets that are
// hardly used (M7), separators that stand in values (M4), numbers and digests that are written as
// text (R45), times at the front (M8). Used by one thread; memory does not grow with the sample.
#pragma once

#include <cstdint>
#include <vector>

#include "basalt/key_schema.h"
#include "design/finding.h"

namespace basalt::design {

class PartStatistics {
 public:
  explicit PartStatistics(const KeySchema& schema);

  // Values that may be refused by Encode are welcome too.
  void Add(const KeyRecord& record);

  // `rows`: for which what could be saved is told.
  void Report(uint64_t rows, std::vector<Finding>& findings) const;

 private:
  struct Buckets {
    size_t part = 0;
    std::vector<uint64_t> counts;
    uint64_t values = 0;
    uint64_t first = 0;
    uint64_t common = 0;  // greatest common divisor of the distances from the first
  };
  struct Texts {
    size_t part = 0;
    uint64_t values = 0;
    uint64_t bytes = 0;
    uint64_t with_separator = 0;
    uint64_t below_separator = 0;  // with a byte below it: the order is not that of the values
    Bytes example;                 // of a value with the separator
    bool all_decimal = true;       // and without zeros in front, and of at most 8 bytes
    bool all_hex = true;
    bool all_uuid = true;
  };

  void ReportLeadingTime(std::vector<Finding>& findings) const;
  void ReportBuckets(const Buckets& buckets, std::vector<Finding>& findings) const;
  void ReportSeparator(const Texts& texts, std::vector<Finding>& findings) const;
  void ReportPattern(const Texts& texts, uint64_t rows, std::vector<Finding>& findings) const;
  void ReportDecimalParts(uint64_t rows, std::vector<Finding>& findings) const;

  KeySchema schema_;
  std::vector<Buckets> buckets_;
  std::vector<Texts> texts_;
};

// "1.6 GB": decimal, for people.
std::string PrintSize(double bytes);

}  // namespace basalt::design
