// KeyCondition and KeyQuery: what is asked of rows, in terms of a schema's fields. KeyPlan: the
// ranges of keys that have the answer, and an honest word about what reading them costs.
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
  kNone,         // as comes fastest
  kLogical,      // of the keys without what only spreads them
  kReverse,      // the other way round
  kNewestFirst,  // by the first time in the key
  kOldestFirst,
};

struct BASALT_EXPORT KeyQuery {
  KeyCondition where;
  KeyOrder order = KeyOrder::kNone;
  std::optional<uint64_t> limit;

  // A condition, then perhaps "order newest" (oldest, key, reverse) and "limit 10".
  static Result<KeyQuery> Parse(const KeySchema& schema, std::string_view text);
};

// The keys from `start` to before `stop`; an empty stop is the end of the table.
struct BASALT_EXPORT KeyRange {
  Bytes start;
  Bytes stop;
  // One whole key.
  bool point = false;
  // Every row in it is an answer; otherwise each must be asked, by KeyPlan::Matches.
  bool exact = true;
  // All keys of the range begin with this many bytes of `start` that do not count in the order.
  size_t branch_width = 0;
  // Which of the condition's alternatives it is for.
  std::vector<size_t> alternatives;
};

enum class KeyVerdict : uint8_t { kNothing, kPointGets, kOneRange, kRanges, kFullScan };

struct BASALT_EXPORT KeyPlanOptions {
  // For conditions on fields that stand in keys as ids.
  KeyDictionary* dictionary = nullptr;
  // A plan does not part into more ranges than this; it reads more and checks instead.
  uint64_t max_ranges = 1024;
};

class BASALT_EXPORT KeyPlan {
 public:
  // Fails on a condition that keys cannot answer, and says what they could.
  static Result<KeyPlan> Make(const KeySchema& schema, const KeyQuery& query,
                              const KeyPlanOptions& options = {});

  // In key order, without overlaps.
  const std::vector<KeyRange>& ranges() const { return ranges_; }
  KeyVerdict verdict() const { return verdict_; }
  // How much of the space of possible keys the ranges are, roughly; 1 is all.
  double fraction() const { return fraction_; }
  // What a reader should know: why it is not better, what is only as fine as a window.
  const std::vector<std::string>& notes() const { return notes_; }
  // Ranges are read downwards.
  bool reversed() const { return reversed_; }
  // Rows of several ranges have to be merged to be in the order that was asked for.
  bool ordered() const { return ordered_; }
  std::optional<uint64_t> limit() const { return limit_; }
  // What of the check servers can do; null when there is nothing.
  const FilterPtr& filter() const { return filter_; }

  // Whether the row of a range that is not exact is an answer.
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
