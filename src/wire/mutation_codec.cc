#include "wire/mutation_codec.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "filter/comparator.h"
#include "wire/big_endian.h"
#include "wire/comparator_codec.h"
#include "wire/filter_codec.h"
#include "wire/query_codec.h"

namespace basalt::wire {
namespace {

using hbase::pb::MutationProto;

Status Refused(std::string message) { return {StatusCode::kDoNotRetry, std::move(message)}; }

CellType DeleteCellType(MutationProto::DeleteType type) {
  switch (type) {
    case MutationProto::DELETE_ONE_VERSION: return CellType::kDelete;
    case MutationProto::DELETE_MULTIPLE_VERSIONS: return CellType::kDeleteColumn;
    case MutationProto::DELETE_FAMILY: return CellType::kDeleteFamily;
    case MutationProto::DELETE_FAMILY_VERSION: return CellType::kDeleteFamilyVersion;
  }
  return CellType::kDelete;
}

Durability ToDurability(MutationProto::Durability durability) {
  switch (durability) {
    case MutationProto::USE_DEFAULT: return Durability::kUseDefault;
    case MutationProto::SKIP_WAL: return Durability::kSkipWal;
    case MutationProto::ASYNC_WAL: return Durability::kAsyncWal;
    case MutationProto::SYNC_WAL: return Durability::kSyncWal;
    case MutationProto::FSYNC_WAL: return Durability::kFsyncWal;
  }
  return Durability::kUseDefault;
}

// Decodes cells inside the message.
Status TakeMessageCells(const MutationProto& message, Mutation& mutation) {
  const bool is_delete = message.mutate_type() == MutationProto::DELETE;
  for (const auto& column : message.column_value()) {
    if (column.qualifier_value().empty()) {
      return Refused(fmt::format("Missing qualifier/value of family {}", column.family()));
    }
    for (const auto& value : column.qualifier_value()) {
      // A delete of a whole family takes the place of what the message asks for in it before.
      if (is_delete && value.delete_type() == MutationProto::DELETE_FAMILY) {
        std::erase_if(mutation.mutable_cells(), [&column](const MutationCell& before) {
          return before.family == column.family();
        });
      }
      MutationCell& cell = mutation.mutable_cells().emplace_back();
      cell.family = column.family();
      cell.qualifier = value.qualifier();
      cell.timestamp =
          value.has_timestamp() ? static_cast<int64_t>(value.timestamp()) : mutation.timestamp();
      if (is_delete) {
        cell.type = DeleteCellType(value.delete_type());
      } else {
        if (!value.has_value() && message.mutate_type() == MutationProto::PUT) {
          return Refused("Missing qualifier value");
        }
        cell.value = value.value();
        // A put may carry markers.
        if (value.has_delete_type() && message.mutate_type() == MutationProto::PUT) {
          cell.type = DeleteCellType(value.delete_type());
          cell.value.clear();
        }
      }
      cell.tags = value.tags();
    }
  }
  return {};
}

Status TakeBlockCells(const MutationProto& message, CellBlockReader* cells, Mutation& mutation) {
  const int count = message.associated_cell_count();
  if (cells == nullptr) {
    return Refused(fmt::format("Cell count of {} but no cellScanner: no cell block", count));
  }
  // The advertised count is not trusted: nothing is reserved by it; the size of the block bounds
  // the loop.
  Status wrong_row;
  for (int i = 0; i < count; ++i) {
    if (cells->AtEnd()) {
      return Refused(fmt::format("Cell count of {} but at index {} no cell returned", count, i));
    }
    BASALT_ASSIGN_OR_RETURN(const CellView view, cells->Next());
    if (view.row != mutation.row()) {
      wrong_row = Refused(fmt::format("The row in {} doesn't match the original one {}",
                                      ToString(view), ToStringBinary(mutation.row())));
      continue;
    }
    MutationCell& cell = mutation.mutable_cells().emplace_back();
    cell.family = view.family;
    cell.qualifier = view.qualifier;
    cell.timestamp = view.timestamp;
    cell.type = view.type;
    cell.value = view.value;
    cell.tags = view.tags;
  }
  return wrong_row;
}

Result<Mutation> MakeMutation(const MutationProto& message) {
  const int64_t timestamp =
      message.has_timestamp() ? static_cast<int64_t>(message.timestamp()) : kLatestTimestamp;
  if (!message.has_mutate_type()) return Refused("A mutation without a type");
  const bool return_results = [&] {
    for (const auto& attribute : message.attribute()) {
      if (attribute.name() == "_rr_" && !attribute.value().empty()) {
        return attribute.value().front() != 0;
      }
    }
    return true;
  }();
  TimeRange range;
  if (message.has_time_range()) {
    BASALT_ASSIGN_OR_RETURN(range, ParseTimeRange(message.time_range()));
  }
  switch (message.mutate_type()) {
    case MutationProto::PUT: return Mutation(Put(message.row(), timestamp));
    case MutationProto::DELETE: return Mutation(Delete(message.row(), timestamp));
    case MutationProto::INCREMENT: {
      Increment increment(message.row());
      increment.SetTimestamp(timestamp).SetTimeRange(range).SetReturnResults(return_results);
      return Mutation(increment);
    }
    case MutationProto::APPEND: {
      Append append(message.row());
      append.SetTimestamp(timestamp).SetTimeRange(range).SetReturnResults(return_results);
      return Mutation(append);
    }
  }
  return Refused("A mutation of an unknown type");
}

CompareOperator OperatorOf(const hbase::pb::Condition& condition) {
  static_assert(static_cast<int>(CompareOperator::kNoOp) == hbase::pb::NO_OP);
  return static_cast<CompareOperator>(condition.compare_type());
}

MutationProto::MutationType ToMessageType(MutationType type) {
  switch (type) {
    case MutationType::kPut: return MutationProto::PUT;
    case MutationType::kDelete: return MutationProto::DELETE;
    case MutationType::kIncrement: return MutationProto::INCREMENT;
    case MutationType::kAppend: return MutationProto::APPEND;
  }
  return MutationProto::PUT;
}

void AddAttribute(const std::string& name, Bytes value, MutationProto& message) {
  hbase::pb::NameBytesPair& attribute = *message.add_attribute();
  attribute.set_name(name);
  attribute.set_value(std::move(value));
}

}  // namespace

Result<Mutation> ParseMutation(const MutationProto& message, CellBlockReader* cells) {
  auto made = MakeMutation(message);
  if (!made.ok()) {
    BASALT_RETURN_IF_ERROR(SkipCells(message, cells));
    return made.status();
  }
  Mutation mutation = std::move(made).value();
  if (message.associated_cell_count() > 0) {
    BASALT_RETURN_IF_ERROR(TakeBlockCells(message, cells, mutation));
  } else {
    BASALT_RETURN_IF_ERROR(TakeMessageCells(message, mutation));
  }
  mutation.SetDurability(ToDurability(message.durability()));
  for (const auto& attribute : message.attribute()) {
    if (attribute.name() == "_ttl" && attribute.value().size() == sizeof(int64_t)) {
      mutation.SetTtl(GetBigEndian<int64_t>(attribute.value().data()));
    }
  }
  return mutation;
}

Status SkipCells(const MutationProto& message, CellBlockReader* cells) {
  if (cells == nullptr) return {};
  for (int i = 0; i < message.associated_cell_count() && !cells->AtEnd(); ++i) {
    BASALT_RETURN_IF_ERROR(cells->Next().status());
  }
  return {};
}

Result<CheckAndMutate> ParseCondition(const hbase::pb::Condition& condition) {
  CheckAndMutate check(condition.row());
  if (condition.has_time_range()) {
    BASALT_ASSIGN_OR_RETURN(const TimeRange range, ParseTimeRange(condition.time_range()));
    check.SetTimeRange(range);
  }
  if (condition.has_filter()) {
    BASALT_ASSIGN_OR_RETURN(FilterPtr filter, ParseFilter(condition.filter()));
    check.IfMatches(std::move(filter));
    return check;
  }
  if (!condition.has_family()) return Refused("A condition without a column or a filter");
  Bytes value;
  if (condition.has_comparator()) {
    BASALT_ASSIGN_OR_RETURN(const ComparatorPtr comparator,
                            ParseComparator(condition.comparator()));
    value = filter::ValueOf(*comparator);
  }
  // No value and an empty value are equivalent: the column must be missing or empty.
  check.IfMatches(condition.family(), condition.qualifier(), OperatorOf(condition), value);
  return check;
}

Result<filter::RowCondition> ParseRowCondition(const hbase::pb::Condition& message) {
  filter::RowCondition condition;
  condition.row = message.row();
  if (message.has_time_range()) {
    BASALT_ASSIGN_OR_RETURN(condition.time_range, ParseTimeRange(message.time_range()));
  }
  if (message.has_filter()) {
    BASALT_ASSIGN_OR_RETURN(condition.filter, ParseFilter(message.filter()));
    return condition;
  }
  condition.family = message.family();
  condition.qualifier = message.qualifier();
  condition.op = OperatorOf(message);
  BASALT_ASSIGN_OR_RETURN(condition.comparator, ParseComparator(message.comparator()));
  return condition;
}

void FillMutation(const Mutation& mutation, CellCodec codec, Bytes& block, MutationProto& message) {
  BASALT_CHECK(codec != CellCodec::kNone, "The cells go to a cell block.");
  message.set_row(mutation.row());
  message.set_mutate_type(ToMessageType(mutation.type()));
  message.set_timestamp(static_cast<uint64_t>(mutation.timestamp()));
  message.set_associated_cell_count(static_cast<int32_t>(mutation.cells().size()));
  for (const MutationCell& cell : mutation.cells()) {
    AppendCell(codec,
               {.row = mutation.row(),
                .family = cell.family,
                .qualifier = cell.qualifier,
                .timestamp = cell.timestamp,
                .type = cell.type,
                .value = cell.value,
                .tags = cell.tags},
               block);
  }
  static_assert(static_cast<int>(Durability::kFsyncWal) == MutationProto::FSYNC_WAL);
  if (mutation.durability() != Durability::kUseDefault) {
    message.set_durability(static_cast<MutationProto::Durability>(mutation.durability()));
  }
  for (const auto& [name, value] : mutation.attributes()) AddAttribute(name, value, message);
  if (mutation.ttl()) AddAttribute("_ttl", EncodeLong(*mutation.ttl()), message);
  if (!mutation.return_results()) AddAttribute("_rr_", Bytes(1, 0), message);
  if (!mutation.time_range().is_all_time()) {
    FillTimeRange(mutation.time_range(), *message.mutable_time_range());
  }
}

Status FillCondition(const CheckAndMutate& check, hbase::pb::Condition& message) {
  message.set_row(check.row());
  if (!check.time_range().is_all_time()) {
    FillTimeRange(check.time_range(), *message.mutable_time_range());
  }
  if (check.filter() != nullptr) {
    BASALT_ASSIGN_OR_RETURN(*message.mutable_filter(), SerializeFilter(*check.filter()));
    return {};
  }
  message.set_family(check.family());
  message.set_qualifier(check.qualifier());
  message.set_compare_type(static_cast<hbase::pb::CompareType>(check.compare_operator()));
  hbase::pb::BinaryComparator binary;
  // No value and an empty value are equivalent.
  binary.mutable_comparable()->set_value(check.value().value_or(Bytes()));
  message.mutable_comparator()->set_name("org.apache.hadoop.hbase.filter.BinaryComparator");
  message.mutable_comparator()->set_serialized_comparator(binary.SerializeAsString());
  return {};
}

}  // namespace basalt::wire
