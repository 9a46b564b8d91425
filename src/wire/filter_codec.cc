#include "wire/filter_codec.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "filter/make.h"
#include "filter/spec.h"
#include "wire/comparator_codec.h"

namespace basalt::wire {
namespace {

namespace pb = hbase::pb;
using filter::FilterSpec;

static_assert(static_cast<int>(CompareOperator::kNoOp) == pb::NO_OP);
CompareOperator FromWire(pb::CompareType op) { return static_cast<CompareOperator>(op); }

// HBase nests the exceptions of nested filters and comparators.
Status Nested(std::string_view exception, const Status& status) {
  return {status.code(),
          fmt::format("org.apache.hadoop.hbase.exceptions.DeserializationException: {}: {}",
                      exception, status.message())};
}

Result<ComparatorPtr> ParseOwnComparator(const pb::Comparator& comparator) {
  auto parsed = ParseComparator(comparator);
  if (!parsed.ok()) return Nested("java.io.IOException", parsed.status());
  return parsed;
}

Result<std::unique_ptr<Filter>> Parse(const pb::Filter& filter, int depth);

Result<FilterPtr> ParseChild(const pb::Filter& child, int depth) {
  auto parsed = Parse(child, depth + 1);
  if (!parsed.ok()) {
    return Nested("org.apache.hadoop.hbase.DoNotRetryIOException", parsed.status());
  }
  return FilterPtr(std::move(parsed).value());
}

// One overload per message. `depth`: of the filter the message belongs to.
Result<FilterSpec> Read(const pb::FilterList& message, int depth) {
  filter::ListSpec spec;
  spec.op = message.operator_() == pb::FilterList::MUST_PASS_ALL
                ? filter::ListSpec::Operator::kMustPassAll
                : filter::ListSpec::Operator::kMustPassOne;
  for (const pb::Filter& child : message.filters()) {
    BASALT_ASSIGN_OR_RETURN(FilterPtr filter, ParseChild(child, depth));
    spec.filters.push_back(std::move(filter));
  }
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> Read(const pb::SkipFilter& message, int depth) {
  BASALT_ASSIGN_OR_RETURN(FilterPtr wrapped, ParseChild(message.filter(), depth));
  return FilterSpec(filter::SkipSpec{std::move(wrapped)});
}
Result<FilterSpec> Read(const pb::WhileMatchFilter& message, int depth) {
  BASALT_ASSIGN_OR_RETURN(FilterPtr wrapped, ParseChild(message.filter(), depth));
  return FilterSpec(filter::WhileMatchSpec{std::move(wrapped)});
}
Result<FilterSpec> Read(const pb::FilterWrapper& message, int depth) {
  BASALT_ASSIGN_OR_RETURN(const FilterPtr wrapped, ParseChild(message.filter(), depth));
  // FilterWrapper adds nothing to the filter it wraps.
  return filter::Describe(*wrapped).value();
}

Result<FilterSpec> ReadCompare(const pb::CompareFilter& message, filter::CompareSpec::Part part) {
  filter::CompareSpec spec;
  spec.part = part;
  spec.op = FromWire(message.compare_op());
  if (message.has_comparator()) {
    BASALT_ASSIGN_OR_RETURN(spec.comparator, ParseOwnComparator(message.comparator()));
  }
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> Read(const pb::RowFilter& message, int /*depth*/) {
  return ReadCompare(message.compare_filter(), filter::CompareSpec::Part::kRow);
}
Result<FilterSpec> Read(const pb::FamilyFilter& message, int /*depth*/) {
  return ReadCompare(message.compare_filter(), filter::CompareSpec::Part::kFamily);
}
Result<FilterSpec> Read(const pb::QualifierFilter& message, int /*depth*/) {
  return ReadCompare(message.compare_filter(), filter::CompareSpec::Part::kQualifier);
}
Result<FilterSpec> Read(const pb::ValueFilter& message, int /*depth*/) {
  return ReadCompare(message.compare_filter(), filter::CompareSpec::Part::kValue);
}

Result<FilterSpec> Read(const pb::PrefixFilter& message, int /*depth*/) {
  filter::PrefixSpec spec;
  if (message.has_prefix()) spec.prefix = message.prefix();
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> Read(const pb::InclusiveStopFilter& message, int /*depth*/) {
  return FilterSpec(filter::InclusiveStopSpec{message.stop_row_key()});
}
Result<FilterSpec> Read(const pb::PageFilter& message, int /*depth*/) {
  return FilterSpec(filter::PageSpec{message.page_size()});
}
Result<FilterSpec> Read(const pb::RandomRowFilter& message, int /*depth*/) {
  return FilterSpec(filter::RandomRowSpec{message.chance()});
}
Result<FilterSpec> Read(const pb::FuzzyRowFilter& message, int /*depth*/) {
  filter::FuzzyRowSpec spec;
  spec.mask_v2 = message.is_mask_v2();
  for (const pb::BytesBytesPair& pair : message.fuzzy_keys_data()) {
    spec.keys.push_back({pair.first(), pair.second()});
  }
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> Read(const pb::MultiRowRangeFilter& message, int /*depth*/) {
  filter::MultiRowRangeSpec spec;
  for (const pb::RowRange& range : message.row_range_list()) {
    spec.ranges.push_back({range.start_row(), range.start_row_inclusive(), range.stop_row(),
                           range.stop_row_inclusive()});
  }
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> Read(const pb::TimestampsFilter& message, int /*depth*/) {
  return FilterSpec(filter::TimestampsSpec{
      {message.timestamps().begin(), message.timestamps().end()}, message.can_hint()});
}
Result<FilterSpec> Read(const pb::KeyOnlyFilter& message, int /*depth*/) {
  return FilterSpec(filter::KeyOnlySpec{message.len_as_val()});
}
Result<FilterSpec> Read(const pb::ColumnPrefixFilter& message, int /*depth*/) {
  return FilterSpec(filter::ColumnPrefixSpec{message.prefix()});
}
Result<FilterSpec> Read(const pb::MultipleColumnPrefixFilter& message, int /*depth*/) {
  return FilterSpec(filter::MultipleColumnPrefixSpec{
      {message.sorted_prefixes().begin(), message.sorted_prefixes().end()}});
}
Result<FilterSpec> Read(const pb::ColumnRangeFilter& message, int /*depth*/) {
  filter::ColumnRangeSpec spec;
  if (message.has_min_column()) spec.min = message.min_column();
  spec.include_min = message.min_column_inclusive();
  if (message.has_max_column()) spec.max = message.max_column();
  spec.include_max = message.max_column_inclusive();
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> Read(const pb::ColumnPaginationFilter& message, int /*depth*/) {
  filter::ColumnPaginationSpec spec{message.limit(), message.offset(), std::nullopt};
  if (message.has_column_offset()) spec.first = message.column_offset();
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> Read(const pb::ColumnCountGetFilter& message, int /*depth*/) {
  return FilterSpec(filter::ColumnCountGetSpec{message.limit()});
}
Result<FilterSpec> Read(const pb::FirstKeyOnlyFilter& /*message*/, int /*depth*/) {
  return FilterSpec(filter::FirstKeyOnlySpec{});
}
Result<FilterSpec> Read(const pb::FirstKeyValueMatchingQualifiersFilter& message, int /*depth*/) {
  return FilterSpec(
      filter::FirstKeyMatchingSpec{{message.qualifiers().begin(), message.qualifiers().end()}});
}

Result<FilterSpec> Read(const pb::SingleColumnValueFilter& message, int /*depth*/) {
  filter::SingleColumnValueSpec spec;
  spec.condition.family = message.column_family();
  spec.condition.qualifier = message.column_qualifier();
  spec.condition.op = FromWire(message.compare_op());
  BASALT_ASSIGN_OR_RETURN(spec.condition.comparator, ParseOwnComparator(message.comparator()));
  // Absent fields are false, unlike the defaults of Java's constructors.
  spec.condition.filter_if_missing = message.filter_if_missing();
  spec.condition.latest_version_only = message.latest_version_only();
  return FilterSpec(std::move(spec));
}
Result<FilterSpec> Read(const pb::SingleColumnValueExcludeFilter& message, int depth) {
  BASALT_ASSIGN_OR_RETURN(FilterSpec spec, Read(message.single_column_value_filter(), depth));
  std::get<filter::SingleColumnValueSpec>(spec).exclude = true;
  return spec;
}
Result<FilterSpec> Read(const pb::ColumnValueFilter& message, int /*depth*/) {
  BASALT_ASSIGN_OR_RETURN(ComparatorPtr comparator, ParseOwnComparator(message.comparator()));
  return FilterSpec(filter::ColumnValueSpec{message.family(), message.qualifier(),
                                            FromWire(message.compare_op()), std::move(comparator)});
}
Result<FilterSpec> Read(const pb::DependentColumnFilter& message, int /*depth*/) {
  filter::DependentColumnSpec spec{message.column_family(), message.column_qualifier(),
                                   message.drop_dependent_column(),
                                   FromWire(message.compare_filter().compare_op()), nullptr};
  if (message.compare_filter().has_comparator()) {
    BASALT_ASSIGN_OR_RETURN(spec.comparator,
                            ParseOwnComparator(message.compare_filter().comparator()));
  }
  return FilterSpec(std::move(spec));
}

template <typename Message>
Result<FilterSpec> ReadBody(const std::string& body, int depth) {
  Message message;
  if (!ParseQuietly(body, message)) return MalformedBody(message);
  return Read(message, depth);
}

struct FilterClass {
  std::string_view name;
  Result<FilterSpec> (*read)(const std::string& body, int depth);
};
constexpr FilterClass kFilterClasses[] = {
    {"FilterList", ReadBody<pb::FilterList>},
    {"SkipFilter", ReadBody<pb::SkipFilter>},
    {"WhileMatchFilter", ReadBody<pb::WhileMatchFilter>},
    {"FilterWrapper", ReadBody<pb::FilterWrapper>},
    {"RowFilter", ReadBody<pb::RowFilter>},
    {"FamilyFilter", ReadBody<pb::FamilyFilter>},
    {"QualifierFilter", ReadBody<pb::QualifierFilter>},
    {"ValueFilter", ReadBody<pb::ValueFilter>},
    {"PrefixFilter", ReadBody<pb::PrefixFilter>},
    {"InclusiveStopFilter", ReadBody<pb::InclusiveStopFilter>},
    {"PageFilter", ReadBody<pb::PageFilter>},
    {"RandomRowFilter", ReadBody<pb::RandomRowFilter>},
    {"FuzzyRowFilter", ReadBody<pb::FuzzyRowFilter>},
    {"MultiRowRangeFilter", ReadBody<pb::MultiRowRangeFilter>},
    {"TimestampsFilter", ReadBody<pb::TimestampsFilter>},
    {"KeyOnlyFilter", ReadBody<pb::KeyOnlyFilter>},
    {"ColumnPrefixFilter", ReadBody<pb::ColumnPrefixFilter>},
    {"MultipleColumnPrefixFilter", ReadBody<pb::MultipleColumnPrefixFilter>},
    {"ColumnRangeFilter", ReadBody<pb::ColumnRangeFilter>},
    {"ColumnPaginationFilter", ReadBody<pb::ColumnPaginationFilter>},
    {"ColumnCountGetFilter", ReadBody<pb::ColumnCountGetFilter>},
    {"FirstKeyOnlyFilter", ReadBody<pb::FirstKeyOnlyFilter>},
    {"FirstKeyValueMatchingQualifiersFilter", ReadBody<pb::FirstKeyValueMatchingQualifiersFilter>},
    {"SingleColumnValueFilter", ReadBody<pb::SingleColumnValueFilter>},
    {"SingleColumnValueExcludeFilter", ReadBody<pb::SingleColumnValueExcludeFilter>},
    {"ColumnValueFilter", ReadBody<pb::ColumnValueFilter>},
    {"DependentColumnFilter", ReadBody<pb::DependentColumnFilter>},
};

Result<std::unique_ptr<Filter>> Parse(const pb::Filter& filter, int depth) {
  if (depth > kMaxFilterDepth) {
    return Status(StatusCode::kDoNotRetry,
                  fmt::format("Filters are nested more than {} deep", kMaxFilterDepth));
  }
  std::string_view name = filter.name();
  if (!name.starts_with(kFilterPackage)) return ClassNotFound(name);
  name.remove_prefix(kFilterPackage.size());
  for (const FilterClass& known : kFilterClasses) {
    if (known.name != name) continue;
    BASALT_ASSIGN_OR_RETURN(FilterSpec spec, known.read(filter.serialized_filter(), depth));
    auto made = filter::Make(std::move(spec));
    if (!made.ok()) return FromConstructor(made.status());
    return made;
  }
  return ClassNotFound(filter.name());
}

}  // namespace

Result<std::unique_ptr<Filter>> ParseFilter(const pb::Filter& filter) { return Parse(filter, 1); }

}  // namespace basalt::wire
