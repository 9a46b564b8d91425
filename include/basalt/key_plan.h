// KeyPlan: the key ranges that hold the rows of a KeyQuery, with a cost estimate.
//
//   auto plan = KeyPlan::Make(*schema, *query);
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/export.h"
#include "basalt/filter.h"
#include "basalt/key_query.h"
#include "basalt/key_schema.h"

namespace basalt::keys {
struct Conjunct;
}

namespace basalt {
inline namespace v1 {

// The keys from `start` to before `stop`; an empty stop is the end of the table.
struct BASALT_EXPORT KeyRange {
  // The first key of the range; empty: the beginning of the table.
  Bytes start;
  // The first key after the range; empty: the end of the table.
  Bytes stop;
  // One whole key.
  bool point = false;
  // Every row of the range matches; otherwise KeyPlan::Matches decides row by row.
  bool exact = true;
  // The number of leading bytes, common to all keys of the range, that the order ignores.
  size_t branch_width = 0;
  // Indexes of the condition's alternatives that the range covers.
  std::vector<size_t> alternatives;
};

// How expensive a plan is, from the cheapest to the most expensive.
enum class KeyVerdict : uint8_t {
  kNothing,    // no key can match
  kPointGets,  // single rows, read by their keys
  kOneRange,   // one scan of a part of the table
  kRanges,     // several such scans
  kFullScan,   // the whole table
};

// Options of KeyPlan::Make.
struct BASALT_EXPORT KeyPlanOptions {
  // For conditions on fields that keys hold as ids. Borrowed; must outlive the plan.
  KeyDictionary* dictionary = nullptr;
  // The maximum number of ranges. A plan that would need more reads larger ranges and filters rows.
  uint64_t max_ranges = 1024;
};

// How a query is answered. Immutable and copyable; several threads may read one. Copies share the
// schema, but the dictionary of the options is borrowed.
class BASALT_EXPORT KeyPlan {
 public:
  // Fails on a condition that keys cannot answer; the message names the ones they can.
  static Result<KeyPlan> Make(const KeySchema& schema, const KeyQuery& query,
                              const KeyPlanOptions& options = {});

  // In key order, without overlaps. Valid while the plan is, as everything it returns by reference.
  const std::vector<KeyRange>& ranges() const { return ranges_; }
  // How expensive the plan is.
  KeyVerdict verdict() const { return verdict_; }
  // The estimated fraction of the key space that the ranges cover, from 0 to 1.
  double fraction() const { return fraction_; }
  // Remarks for people: why the plan is not cheaper, which bounds are rounded to a window.
  const std::vector<std::string>& notes() const { return notes_; }
  // Whether ranges are read in descending order.
  bool reversed() const { return reversed_; }
  // Whether the query asks for an order: rows of several ranges must then be merged.
  bool ordered() const { return ordered_; }
  // The query's limit, in rows.
  std::optional<uint64_t> limit() const { return limit_; }
  // The part of the row check that servers can do; null when there is none.
  const FilterPtr& filter() const { return filter_; }

  // Whether a row of a range that is not exact matches.
  Result<bool> Matches(const KeyRange& range, BytesView key) const;

  // For people: the verdict, the ranges (the first few) and the notes.
  std::string ToString() const;

  // The plan's own copy of the schema it was made for.
  const KeySchema& schema() const { return schema_; }

 private:
  explicit KeyPlan(const KeySchema& schema) : schema_(schema) {}

  KeySchema schema_;
  std::shared_ptr<const std::vector<keys::Conjunct>> alternatives_;
  KeyDictionary* dictionary_ = nullptr;
  std::vector<KeyRange> ranges_;
  KeyVerdict verdict_ = KeyVerdict::kNothing;
  double fraction_ = 0;
  std::vector<std::string> notes_;
  bool reversed_ = false;
  bool ordered_ = false;
  std::optional<uint64_t> limit_;
  FilterPtr filter_;
};

// "point get", "one range", ... Static text.
BASALT_EXPORT std::string_view KeyVerdictName(KeyVerdict verdict);

}  // namespace v1
}  // namespace basalt
