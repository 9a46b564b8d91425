// Constraint: one declared condition on the values of a column, or of all columns of a family.
// A value type; its checks are pure functions and thread safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/cell.h"
#include "basalt/descriptor.h"

namespace basalt::constraints {

// Both limits are inclusive; a missing one is open.
template <typename T>
struct Range {
  std::optional<T> low;
  std::optional<T> high;
};

// Each rule's Breach describes why a value is invalid; nullopt if it is valid.

// Eight bytes, big endian, as counters are.
struct LongRule {
  Range<int64_t> range;
  std::optional<std::string> Breach(BytesView value) const;
};

// A printed number (see decimal_text.h). The limits are such text too.
struct DecimalRule {
  Range<std::string> range;
  std::optional<std::string> Breach(BytesView value) const;
};

// The number of bytes.
struct LengthRule {
  Range<uint64_t> range;
  std::optional<std::string> Breach(BytesView value) const;
};

struct OneOfRule {
  std::vector<Bytes> values;  // sorted
  std::optional<std::string> Breach(BytesView value) const;
};

// The value is the key of a row in that table. Checked by the guard, which knows the tables.
struct ReferenceRule {
  TableName table;
};

using Rule = std::variant<LongRule, DecimalRule, LengthRule, OneOfRule, ReferenceRule>;

struct Constraint {
  std::string name;
  std::string text;  // as declared
  Bytes family;
  std::optional<Bytes> qualifier;  // nullopt: every column of the family
  Rule rule;

  bool Covers(const CellView& cell) const {
    return cell.family == family && (!qualifier || cell.qualifier == *qualifier);
  }
};

}  // namespace basalt::constraints
