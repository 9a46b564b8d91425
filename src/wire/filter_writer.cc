// SerializeFilter: the reverse of filter_codec.cc.
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "filter/make.h"
#include "filter/spec.h"
#include "wire/comparator_codec.h"
#include "wire/filter_codec.h"

namespace basalt::wire {
namespace {

namespace pb = hbase::pb;

pb::CompareType ToWire(CompareOperator op) { return static_cast<pb::CompareType>(op); }

// A serialized filter: the class name without package, and its message.
struct Written {
  std::string_view name;
  std::string body;
};
using WriteResult = Result<Written>;

Written Finish(std::string_view name, const google::protobuf::MessageLite& message) {
  return {name, message.SerializeAsString()};
}

WriteResult Write(const filter::ListSpec& spec) {
  pb::FilterList message;
  message.set_operator_(spec.op == filter::ListSpec::Operator::kMustPassAll
                            ? pb::FilterList::MUST_PASS_ALL
                            : pb::FilterList::MUST_PASS_ONE);
  for (const FilterPtr& child : spec.filters) {
    BASALT_ASSIGN_OR_RETURN(*message.add_filters(), SerializeFilter(*child));
  }
  return Finish("FilterList", message);
}
WriteResult Write(const filter::SkipSpec& spec) {
  pb::SkipFilter message;
  BASALT_ASSIGN_OR_RETURN(*message.mutable_filter(), SerializeFilter(*spec.wrapped));
  return Finish("SkipFilter", message);
}
WriteResult Write(const filter::WhileMatchSpec& spec) {
  pb::WhileMatchFilter message;
  BASALT_ASSIGN_OR_RETURN(*message.mutable_filter(), SerializeFilter(*spec.wrapped));
  return Finish("WhileMatchFilter", message);
}

void FillCompare(CompareOperator op, const ComparatorPtr& comparator, pb::CompareFilter& message) {
  message.set_compare_op(ToWire(op));
  if (comparator != nullptr) *message.mutable_comparator() = SerializeComparator(*comparator);
}
template <typename Message>
Written WriteCompare(std::string_view name, const filter::CompareSpec& spec) {
  Message message;
  FillCompare(spec.op, spec.comparator, *message.mutable_compare_filter());
  return Finish(name, message);
}
WriteResult Write(const filter::CompareSpec& spec) {
  using Part = filter::CompareSpec::Part;
  switch (spec.part) {
    case Part::kRow: return WriteCompare<pb::RowFilter>("RowFilter", spec);
    case Part::kFamily: return WriteCompare<pb::FamilyFilter>("FamilyFilter", spec);
    case Part::kQualifier: return WriteCompare<pb::QualifierFilter>("QualifierFilter", spec);
    case Part::kValue: break;
  }
  return WriteCompare<pb::ValueFilter>("ValueFilter", spec);
}

WriteResult Write(const filter::PrefixSpec& spec) {
  pb::PrefixFilter message;
  if (spec.prefix) message.set_prefix(*spec.prefix);
  return Finish("PrefixFilter", message);
}
WriteResult Write(const filter::InclusiveStopSpec& spec) {
  pb::InclusiveStopFilter message;
  message.set_stop_row_key(spec.stop_row);
  return Finish("InclusiveStopFilter", message);
}
WriteResult Write(const filter::PageSpec& spec) {
  pb::PageFilter message;
  message.set_page_size(spec.rows);
  return Finish("PageFilter", message);
}
WriteResult Write(const filter::RandomRowSpec& spec) {
  pb::RandomRowFilter message;
  message.set_chance(spec.chance);
  return Finish("RandomRowFilter", message);
}
WriteResult Write(const filter::FuzzyRowSpec& spec) {
  pb::FuzzyRowFilter message;
  message.set_is_mask_v2(spec.mask_v2);
  for (const FuzzyKey& key : spec.keys) {
    pb::BytesBytesPair& pair = *message.add_fuzzy_keys_data();
    pair.set_first(key.key);
    pair.set_second(key.mask);
  }
  return Finish("FuzzyRowFilter", message);
}
WriteResult Write(const filter::MultiRowRangeSpec& spec) {
  pb::MultiRowRangeFilter message;
  for (const RowRange& range : spec.ranges) {
    pb::RowRange& written = *message.add_row_range_list();
    written.set_start_row(range.start);
    written.set_start_row_inclusive(range.include_start);
    written.set_stop_row(range.stop);
    written.set_stop_row_inclusive(range.include_stop);
  }
  return Finish("MultiRowRangeFilter", message);
}
WriteResult Write(const filter::TimestampsSpec& spec) {
  pb::TimestampsFilter message;
  message.mutable_timestamps()->Assign(spec.timestamps.begin(), spec.timestamps.end());
  message.set_can_hint(spec.can_hint);
  return Finish("TimestampsFilter", message);
}
WriteResult Write(const filter::KeyOnlySpec& spec) {
  pb::KeyOnlyFilter message;
  message.set_len_as_val(spec.length_as_value);
  return Finish("KeyOnlyFilter", message);
}

WriteResult Write(const filter::ColumnPrefixSpec& spec) {
  pb::ColumnPrefixFilter message;
  message.set_prefix(spec.prefix);
  return Finish("ColumnPrefixFilter", message);
}
WriteResult Write(const filter::MultipleColumnPrefixSpec& spec) {
  pb::MultipleColumnPrefixFilter message;
  message.mutable_sorted_prefixes()->Assign(spec.prefixes.begin(), spec.prefixes.end());
  return Finish("MultipleColumnPrefixFilter", message);
}
WriteResult Write(const filter::ColumnRangeSpec& spec) {
  pb::ColumnRangeFilter message;
  if (spec.min) message.set_min_column(*spec.min);
  message.set_min_column_inclusive(spec.include_min);
  if (spec.max) message.set_max_column(*spec.max);
  message.set_max_column_inclusive(spec.include_max);
  return Finish("ColumnRangeFilter", message);
}
WriteResult Write(const filter::ColumnPaginationSpec& spec) {
  pb::ColumnPaginationFilter message;
  message.set_limit(spec.limit);
  if (spec.first) {
    message.set_column_offset(*spec.first);
  } else {
    message.set_offset(spec.offset);
  }
  return Finish("ColumnPaginationFilter", message);
}
WriteResult Write(const filter::ColumnCountGetSpec& spec) {
  pb::ColumnCountGetFilter message;
  message.set_limit(spec.limit);
  return Finish("ColumnCountGetFilter", message);
}
WriteResult Write(const filter::FirstKeyOnlySpec& /*spec*/) {
  return Finish("FirstKeyOnlyFilter", pb::FirstKeyOnlyFilter());
}
WriteResult Write(const filter::FirstKeyMatchingSpec& spec) {
  pb::FirstKeyValueMatchingQualifiersFilter message;
  message.mutable_qualifiers()->Assign(spec.qualifiers.begin(), spec.qualifiers.end());
  return Finish("FirstKeyValueMatchingQualifiersFilter", message);
}

WriteResult Write(const filter::SingleColumnValueSpec& spec) {
  pb::SingleColumnValueExcludeFilter outer;
  pb::SingleColumnValueFilter& message = *outer.mutable_single_column_value_filter();
  const filters::ColumnCondition& condition = spec.condition;
  message.set_column_family(condition.family);
  message.set_column_qualifier(condition.qualifier);
  message.set_compare_op(ToWire(condition.op));
  *message.mutable_comparator() = SerializeComparator(*condition.comparator);
  message.set_filter_if_missing(condition.filter_if_missing);
  message.set_latest_version_only(condition.latest_version_only);
  return spec.exclude ? Finish("SingleColumnValueExcludeFilter", outer)
                      : Finish("SingleColumnValueFilter", message);
}
WriteResult Write(const filter::ColumnValueSpec& spec) {
  pb::ColumnValueFilter message;
  message.set_family(spec.family);
  message.set_qualifier(spec.qualifier);
  message.set_compare_op(ToWire(spec.op));
  *message.mutable_comparator() = SerializeComparator(*spec.comparator);
  return Finish("ColumnValueFilter", message);
}
WriteResult Write(const filter::DependentColumnSpec& spec) {
  pb::DependentColumnFilter message;
  FillCompare(spec.op, spec.comparator, *message.mutable_compare_filter());
  message.set_column_family(spec.family);
  message.set_column_qualifier(spec.qualifier);
  message.set_drop_dependent_column(spec.drop);
  return Finish("DependentColumnFilter", message);
}

}  // namespace

Result<pb::Filter> SerializeFilter(const Filter& filter) {
  const auto spec = filter::Describe(filter);
  if (!spec) {
    return Status(StatusCode::kInvalidArgument, "Only HBase's own filters can be sent to a server");
  }
  BASALT_ASSIGN_OR_RETURN(Written written,
                          std::visit([](const auto& held) { return Write(held); }, *spec));
  pb::Filter message;
  message.set_name(fmt::format("{}{}", kFilterPackage, written.name));
  message.set_serialized_filter(std::move(written.body));
  return message;
}

}  // namespace basalt::wire
