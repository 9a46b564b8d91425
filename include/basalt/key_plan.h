// KeyCondition and KeyQuery: a condition on rows in terms of a schema's fields. KeyPlan: the key
// ranges that hold the matching rows, with a cost estimate.
//
//   auto query = KeyQuery::Parse(*schema, "user = 'alice' and ts >= 2024-01-01 order newest limit
//   10"); auto plan = KeyPlan::Make(*schema, *query);
//
// Values; a plan is immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/export.h"
#include "basalt/filter.h"
#include "basalt/key_schema.h"

namespace basalt::keys {
struct Conjunct;
}

namespace basalt {
inline namespace v1 {

struct BASALT_EXPORT KeyCondition {
  enum class Op : uint8_t {
    kAnd,  // of its children; without any: everything
    kOr,
    kEqual,
    kNotEqual,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
    kBetween,  // two values, both included
    kIn,
    kPrefix,
  };

  Op op = Op::kAnd;
  std::vector<KeyCondition> children;
  size_t field = 0;
  std::vector<KeyValue> values;

  // "event = 'click' and (date >= 2024-01-01 or date in (2023-05-01, 2023-06-01))".
  static Result<KeyCondition> Parse(const KeySchema& schema, std::string_view text);
};

enum class KeyOrder : uint8_t {
  kNone,         // unspecified; the fastest
  kLogical,      // by the logical key, that is without salt, hash and bucket prefixes
  kReverse,      // descending by the logical key
  kNewestFirst,  // by the first time field of the key
  kOldestFirst,
};

struct BASALT_EXPORT KeyQuery {
  KeyCondition where;
  KeyOrder order = KeyOrder::kNone;
  std::optional<uint64_t> limit;

  // A condition, optionally followed by "order newest" (oldest, key, reverse) and "limit 10".
  static Result<KeyQuery> Parse(const KeySchema& schema, std::string_view text);
};

// The keys from `start` to before `stop`; an empty stop is the end of the table.
struct BASALT_EXPORT KeyRange {
  Bytes start;
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

enum class KeyVerdict : uint8_t { kNothing, kPointGets, kOneRange, kRanges, kFullScan };

struct BASALT_EXPORT KeyPlanOptions {
  // For conditions on fields that keys hold as ids. Borrowed; must outlive the plan.
  KeyDictionary* dictionary = nullptr;
  // The maximum number of ranges. A plan that would need more reads larger ranges and filters rows.
  uint64_t max_ranges = 1024;
};

class BASALT_EXPORT KeyPlan {
 public:
  // Fails on a condition that keys cannot answer; the message names the ones they can.
  static Result<KeyPlan> Make(const KeySchema& schema, const KeyQuery& query,
                              const KeyPlanOptions& options = {});

  // In key order, without overlaps. Valid while the plan is, as everything it returns by reference.
  const std::vector<KeyRange>& ranges() const { return ranges_; }
  KeyVerdict verdict() const { return verdict_; }
  // The estimated fraction of the key space that the ranges cover, from 0 to 1.
  double fraction() const { return fraction_; }
  // Remarks for people: why the plan is not cheaper, which bounds are rounded to a window.
  const std::vector<std::string>& notes() const { return notes_; }
  // Ranges are read in descending order.
  bool reversed() const { return reversed_; }
  // Rows of several ranges must be merged to be in the requested order.
  bool ordered() const { return ordered_; }
  std::optional<uint64_t> limit() const { return limit_; }
  // The part of the row check that servers can do; null when there is none.
  const FilterPtr& filter() const { return filter_; }

  // Whether a row of a range that is not exact matches.
  Result<bool> Matches(const KeyRange& range, BytesView key) const;

  // For people: the verdict, the ranges (the first few) and the notes.
  std::string ToString() const;

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

// "point get", "one range", ...
BASALT_EXPORT std::string_view KeyVerdictName(KeyVerdict verdict);

}  // namespace v1
}  // namespace basalt
