// The public makers: each describes a filter and has it made.
#include "basalt/filters.h"

#include "filter/comparator.h"
#include "filter/make.h"

namespace basalt {
inline namespace v1 {
namespace {

Result<FilterPtr> Checked(filter::FilterSpec spec) {
  BASALT_ASSIGN_OR_RETURN(auto made, filter::Make(std::move(spec)));
  return FilterPtr(std::move(made));
}

// For those that have nothing to refuse but missing parts.
FilterPtr Made(filter::FilterSpec spec) { return Checked(std::move(spec)).value(); }

Result<ComparatorPtr> CheckedComparator(filter::ComparatorSpec spec) {
  BASALT_ASSIGN_OR_RETURN(auto made, filter::MakeComparator(std::move(spec)));
  return ComparatorPtr(std::move(made));
}

ComparatorPtr MadeComparator(filter::ComparatorSpec spec) {
  return CheckedComparator(std::move(spec)).value();
}

}  // namespace

namespace comparators {

ComparatorPtr Binary(Bytes value) { return MadeComparator(filter::BinarySpec{std::move(value)}); }
ComparatorPtr BinaryPrefix(Bytes value) {
  return MadeComparator(filter::BinaryPrefixSpec{std::move(value)});
}
ComparatorPtr BinaryComponent(Bytes value, uint32_t offset) {
  return MadeComparator(filter::BinaryComponentSpec{std::move(value), offset});
}
ComparatorPtr Bit(Bytes value, BitwiseOperator op) {
  return MadeComparator(filter::BitSpec{std::move(value), op});
}
ComparatorPtr Long(int64_t value) { return MadeComparator(filter::LongSpec{value}); }
Result<ComparatorPtr> BigDecimal(Bytes value) {
  return CheckedComparator(filter::BigDecimalSpec{std::move(value)});
}
ComparatorPtr Null() { return MadeComparator(filter::NullSpec{}); }
ComparatorPtr Substring(std::string_view text) {
  return MadeComparator(filter::SubstringSpec{std::string(text)});
}
Result<ComparatorPtr> Regex(std::string pattern, int32_t flags, std::string charset) {
  return CheckedComparator(filter::RegexSpec{std::move(pattern), flags, std::move(charset)});
}

}  // namespace comparators

namespace filters {

using Part = filter::CompareSpec::Part;

FilterPtr All(std::vector<FilterPtr> list) {
  return Made(filter::ListSpec{filter::ListSpec::Operator::kMustPassAll, std::move(list)});
}
FilterPtr One(std::vector<FilterPtr> list) {
  return Made(filter::ListSpec{filter::ListSpec::Operator::kMustPassOne, std::move(list)});
}
FilterPtr Skip(FilterPtr wrapped) { return Made(filter::SkipSpec{std::move(wrapped)}); }
FilterPtr WhileMatch(FilterPtr wrapped) { return Made(filter::WhileMatchSpec{std::move(wrapped)}); }

FilterPtr Row(CompareOperator op, ComparatorPtr comparator) {
  return Made(filter::CompareSpec{Part::kRow, op, std::move(comparator)});
}
FilterPtr Prefix(Bytes prefix) { return Made(filter::PrefixSpec{std::move(prefix)}); }
FilterPtr InclusiveStop(Bytes stop_row) {
  return Made(filter::InclusiveStopSpec{std::move(stop_row)});
}
Result<FilterPtr> Page(int64_t rows) { return Checked(filter::PageSpec{rows}); }
FilterPtr RandomRow(float chance) { return Made(filter::RandomRowSpec{chance}); }
Result<FilterPtr> FuzzyRow(std::vector<FuzzyKey> keys) {
  return Checked(filter::FuzzyRowSpec{std::move(keys)});
}
Result<FilterPtr> MultiRowRange(std::vector<RowRange> ranges) {
  return Checked(filter::MultiRowRangeSpec{std::move(ranges)});
}

FilterPtr Family(CompareOperator op, ComparatorPtr comparator) {
  return Made(filter::CompareSpec{Part::kFamily, op, std::move(comparator)});
}
FilterPtr Qualifier(CompareOperator op, ComparatorPtr comparator) {
  return Made(filter::CompareSpec{Part::kQualifier, op, std::move(comparator)});
}
FilterPtr Value(CompareOperator op, ComparatorPtr comparator) {
  return Made(filter::CompareSpec{Part::kValue, op, std::move(comparator)});
}
Result<FilterPtr> Timestamps(std::vector<int64_t> timestamps, bool hints) {
  return Checked(filter::TimestampsSpec{std::move(timestamps), hints});
}
FilterPtr KeyOnly(bool length_as_value) { return Made(filter::KeyOnlySpec{length_as_value}); }

FilterPtr ColumnPrefix(Bytes prefix) { return Made(filter::ColumnPrefixSpec{std::move(prefix)}); }
Result<FilterPtr> MultipleColumnPrefix(std::vector<Bytes> prefixes) {
  return Checked(filter::MultipleColumnPrefixSpec{std::move(prefixes)});
}
FilterPtr ColumnRange(std::optional<Bytes> min, bool include_min, std::optional<Bytes> max,
                      bool include_max) {
  return Made(filter::ColumnRangeSpec{std::move(min), include_min, std::move(max), include_max});
}
Result<FilterPtr> ColumnPagination(int32_t limit, int32_t offset) {
  return Checked(filter::ColumnPaginationSpec{limit, offset, std::nullopt});
}
Result<FilterPtr> ColumnPagination(int32_t limit, Bytes first) {
  return Checked(filter::ColumnPaginationSpec{limit, 0, std::move(first)});
}
Result<FilterPtr> ColumnCountGet(int32_t limit) {
  return Checked(filter::ColumnCountGetSpec{limit});
}
FilterPtr FirstKeyOnly() { return Made(filter::FirstKeyOnlySpec{}); }
FilterPtr FirstKeyMatching(std::vector<Bytes> qualifiers) {
  return Made(filter::FirstKeyMatchingSpec{std::move(qualifiers)});
}

Result<FilterPtr> SingleColumnValue(ColumnCondition condition) {
  return Checked(filter::SingleColumnValueSpec{std::move(condition), false});
}
Result<FilterPtr> SingleColumnValueExclude(ColumnCondition condition) {
  return Checked(filter::SingleColumnValueSpec{std::move(condition), true});
}
FilterPtr ColumnValue(Bytes family, Bytes qualifier, CompareOperator op, ComparatorPtr comparator) {
  return Made(
      filter::ColumnValueSpec{std::move(family), std::move(qualifier), op, std::move(comparator)});
}
FilterPtr DependentColumn(Bytes family, Bytes qualifier, bool drop, CompareOperator op,
                          ComparatorPtr comparator) {
  return Made(filter::DependentColumnSpec{std::move(family), std::move(qualifier), drop, op,
                                          std::move(comparator)});
}

}  // namespace filters
}  // namespace v1
}  // namespace basalt
