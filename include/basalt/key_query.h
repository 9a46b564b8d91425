// KeyCondition and KeyQuery: a condition on rows in terms of a schema's fields, and how its rows
// are to be returned. Values.
//
//   auto query = KeyQuery::Parse(*schema, "user = 'alice' and ts >= 2024-01-01 limit 10");
//
// The language is described in docs/keys.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "basalt/export.h"
#include "basalt/key_schema.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// A tree: kAnd and kOr have children, every other operator compares one field with values. By
// default it matches every row.
struct BASALT_EXPORT KeyCondition {
  // What a node of the condition does.
  enum class Op : uint8_t {
    kAnd,             // of its children; without any: everything
    kOr,              // of its children; without any: nothing
    kEqual,           // one value
    kNotEqual,        // one value
    kLess,            // one value
    kLessOrEqual,     // one value
    kGreater,         // one value
    kGreaterOrEqual,  // one value
    kBetween,         // two values, both included
    kIn,              // any number of values
    kPrefix,          // one text: the field begins with it
  };

  // What this node does; the default matches every row.
  Op op = Op::kAnd;
  // The conditions that kAnd and kOr combine.
  std::vector<KeyCondition> children;
  // The field that is compared: an index into KeySchema::fields().
  size_t field = 0;
  // What the field is compared with: as many as the operator says.
  std::vector<KeyValue> values;

  // Reads a condition. Error messages show the place. An example:
  // "event = 'click' and (date >= 2024-01-01 or date in (2023-05-01, 2023-06-01))".
  static Result<KeyCondition> Parse(const KeySchema& schema, std::string_view text);
};

// The order in which a scan returns rows.
enum class KeyOrder : uint8_t {
  kNone,         // unspecified; the fastest
  kLogical,      // by the logical key, that is without salt, hash and bucket prefixes
  kReverse,      // descending by the logical key
  kNewestFirst,  // by the first time field of the key
  kOldestFirst,  // by the first time field of the key, ascending
};

// Which rows a scan returns, in which order, and how many of them.
struct BASALT_EXPORT KeyQuery {
  // The rows that match; by default all.
  KeyCondition where;
  // An order other than kNone may need a merge of several ranges.
  KeyOrder order = KeyOrder::kNone;
  // The maximum number of rows; nullopt: all.
  std::optional<uint64_t> limit;

  // A condition, optionally followed by "order newest" (oldest, key, reverse) and "limit 10".
  static Result<KeyQuery> Parse(const KeySchema& schema, std::string_view text);
};

}  // namespace v1
}  // namespace basalt
