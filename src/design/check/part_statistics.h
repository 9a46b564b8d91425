// PartStatistics: statistics of a sample's values per part of a key schema, for findings on
// unevenly used buckets (M7), separators inside values (M4), numbers and digests stored as text
// (R45) and leading times (M8). Used by one thread; memory does not grow with the sample.
#pragma once

#include <cstdint>
#include <vector>

#include "basalt/key_schema.h"
#include "design/check/finding.h"

namespace basalt::design {

class PartStatistics {
 public:
  explicit PartStatistics(const KeySchema& schema);

  // Accepts records that Encode would reject, too.
  void Add(const KeyRecord& record);

  // `rows`: the table size for which savings are estimated.
  void Report(uint64_t rows, std::vector<Finding>& findings) const;

 private:
  struct Buckets {
    size_t part = 0;
    std::vector<uint64_t> counts;
    uint64_t values = 0;
    uint64_t first = 0;
    uint64_t common = 0;  // greatest common divisor of the differences to `first`
  };
  struct Texts {
    size_t part = 0;
    uint64_t values = 0;
    uint64_t bytes = 0;
    uint64_t with_separator = 0;
    uint64_t below_separator = 0;  // with a byte less than the separator: breaks the order
    Bytes example;                 // a value with the separator
    bool all_decimal = true;       // without leading zeros, at most 8 bytes
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

// "1.6 GB", in decimal units.
std::string PrintSize(double bytes);

}  // namespace basalt::design
