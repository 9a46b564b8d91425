// Filters and comparators as plain data. Codecs and parsers use this form; Make (make.h) creates a
// filter from it, and BuiltIn::Describe returns it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "basalt/filters.h"

namespace basalt::filter {

struct BinarySpec {
  Bytes value;
};
struct BinaryPrefixSpec {
  Bytes value;
};
struct BinaryComponentSpec {
  Bytes value;
  uint32_t offset = 0;
};
struct BitSpec {
  Bytes value;
  BitwiseOperator op = BitwiseOperator::kAnd;
};
struct LongSpec {
  int64_t value = 0;
};
struct BigDecimalSpec {
  Bytes value;
};
struct NullSpec {};
struct SubstringSpec {
  std::string text;
};
struct RegexSpec {
  enum class Engine : uint8_t { kJava, kJoni };
  std::string pattern;
  int32_t flags = regex_flags::kDotAll;
  std::string charset = "UTF-8";
  Engine engine = Engine::kJava;
};
using ComparatorSpec = std::variant<BinarySpec, BinaryPrefixSpec, BinaryComponentSpec, BitSpec,
                                    LongSpec, BigDecimalSpec, NullSpec, SubstringSpec, RegexSpec>;

struct ListSpec {
  enum class Operator : uint8_t { kMustPassAll, kMustPassOne };
  Operator op = Operator::kMustPassAll;
  std::vector<FilterPtr> filters;
};
struct SkipSpec {
  FilterPtr wrapped;
};
struct WhileMatchSpec {
  FilterPtr wrapped;
};

// RowFilter, FamilyFilter, QualifierFilter, ValueFilter.
struct CompareSpec {
  enum class Part : uint8_t { kRow, kFamily, kQualifier, kValue };
  Part part = Part::kRow;
  CompareOperator op = CompareOperator::kEqual;
  ComparatorPtr comparator;  // may be absent with kNoOp
};
struct PrefixSpec {
  std::optional<Bytes> prefix;  // without a prefix no row passes
};
struct InclusiveStopSpec {
  Bytes stop_row;
};
struct PageSpec {
  int64_t rows = 0;
};
struct RandomRowSpec {
  float chance = 0;
};
struct FuzzyRowSpec {
  // Masks as on the wire: see fuzzy_row.cc.
  std::vector<FuzzyKey> keys;
  // The wildcard byte in masks converted by HBase's client: 2 if true, otherwise 0.
  bool mask_v2 = true;
};
struct MultiRowRangeSpec {
  std::vector<RowRange> ranges;
};
struct TimestampsSpec {
  std::vector<int64_t> timestamps;
  bool can_hint = false;
};
struct KeyOnlySpec {
  bool length_as_value = false;
};
struct ColumnPrefixSpec {
  Bytes prefix;
};
struct MultipleColumnPrefixSpec {
  std::vector<Bytes> prefixes;
};
struct ColumnRangeSpec {
  std::optional<Bytes> min;
  bool include_min = true;
  std::optional<Bytes> max;
  bool include_max = false;
};
struct ColumnPaginationSpec {
  int32_t limit = 0;
  int32_t offset = 0;  // ignored if there is a first column
  std::optional<Bytes> first;
};
struct ColumnCountGetSpec {
  int32_t limit = 0;
};
struct FirstKeyOnlySpec {};
struct FirstKeyMatchingSpec {
  std::vector<Bytes> qualifiers;
};
struct SingleColumnValueSpec {
  filters::ColumnCondition condition;
  bool exclude = false;
};
struct ColumnValueSpec {
  Bytes family;
  Bytes qualifier;
  CompareOperator op = CompareOperator::kEqual;
  ComparatorPtr comparator;
};
struct DependentColumnSpec {
  Bytes family;
  Bytes qualifier;
  bool drop = false;
  CompareOperator op = CompareOperator::kNoOp;
  ComparatorPtr comparator;  // may be absent
};

using FilterSpec =
    std::variant<ListSpec, SkipSpec, WhileMatchSpec, CompareSpec, PrefixSpec, InclusiveStopSpec,
                 PageSpec, RandomRowSpec, FuzzyRowSpec, MultiRowRangeSpec, TimestampsSpec,
                 KeyOnlySpec, ColumnPrefixSpec, MultipleColumnPrefixSpec, ColumnRangeSpec,
                 ColumnPaginationSpec, ColumnCountGetSpec, FirstKeyOnlySpec, FirstKeyMatchingSpec,
                 SingleColumnValueSpec, ColumnValueSpec, DependentColumnSpec>;

}  // namespace basalt::filter
