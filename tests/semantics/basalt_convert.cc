#include "basalt_convert.h"

namespace basalt::semantics {
namespace {

std::string ExceptionName(StatusCode code) {
  switch (code) {
    case StatusCode::kInvalidArgument: return "IllegalArgumentException";
    case StatusCode::kDoNotRetry: return "DoNotRetryIOException";
    case StatusCode::kNoSuchColumnFamily: return "NoSuchColumnFamilyException";
    case StatusCode::kFailedSanityCheck: return "FailedSanityCheckException";
    case StatusCode::kTableExists: return "TableExistsException";
    case StatusCode::kTableNotFound: return "TableNotFoundException";
    case StatusCode::kTableNotEnabled: return "TableNotEnabledException";
    case StatusCode::kInvalidFamilyOperation: return "InvalidFamilyOperationException";
    case StatusCode::kIoError: return "IOException";
    case StatusCode::kNotSupported: return "UnsupportedOperationException";
    default: return std::string(StatusCodeName(code));
  }
}

// Fills in what Get and Scan share.
Status FillQuery(const Read& read, Query& query) {
  for (const auto& [family, qualifiers] : read.columns) {
    query.AddFamily(family);
    for (const auto& qualifier : qualifiers) query.AddColumn(family, qualifier);
  }
  query.ReadVersions(read.versions);
  BASALT_ASSIGN_OR_RETURN(const TimeRange all, ToTimeRange(read.range));
  query.SetTimeRange(all);
  for (const auto& [family, range] : read.family_ranges) {
    BASALT_ASSIGN_OR_RETURN(const TimeRange own, ToTimeRange(range));
    query.SetColumnFamilyTimeRange(family, own);
  }
  query.SetMaxResultsPerColumnFamily(read.store_limit.value_or(-1));
  query.SetRowOffsetPerColumnFamily(read.store_offset);
  return {};
}

}  // namespace

Outcome FromStatus(const Status& status) {
  if (status.ok()) return {};
  return Outcome::Error(ExceptionName(status.code()), status.message());
}

AnswerRow FromResult(const RowResult& result) {
  AnswerRow row;
  for (const CellView& cell : result) {
    row.push_back({std::string(cell.row), std::string(cell.family), std::string(cell.qualifier),
                   cell.timestamp, static_cast<Type>(cell.type), std::string(cell.value)});
  }
  return row;
}

FamilyDescriptor ToDescriptor(const Family& family) {
  FamilyDescriptor descriptor(family.name);
  for (const auto& [key, value] : family.attributes) descriptor.SetAttribute(key, value);
  return descriptor;
}

Result<TimeRange> ToTimeRange(const std::optional<Range>& range) {
  if (!range) return TimeRange();
  return TimeRange::Of(range->min, range->max);
}

Result<basalt::Put> ToPut(const Change& change) {
  basalt::Put put(change.row, change.timestamp);
  if (change.ttl_ms) put.SetTtl(*change.ttl_ms);
  for (const Edit& edit : change.edits) {
    if (edit.timestamp) {
      put.AddColumn(edit.family, edit.qualifier, *edit.timestamp, edit.value);
    } else {
      put.AddColumn(edit.family, edit.qualifier, edit.value);
    }
  }
  return put;
}

Result<basalt::Delete> ToDelete(const Change& change) {
  basalt::Delete del(change.row, change.timestamp);
  for (const Edit& edit : change.edits) {
    int64_t timestamp = edit.timestamp.value_or(change.timestamp);
    switch (edit.type) {
      case Type::kDelete: del.AddColumn(edit.family, edit.qualifier, timestamp); break;
      case Type::kDeleteColumn: del.AddColumns(edit.family, edit.qualifier, timestamp); break;
      case Type::kDeleteFamily: del.AddFamily(edit.family, timestamp); break;
      default: del.AddFamilyVersion(edit.family, timestamp);
    }
  }
  return del;
}

Result<basalt::Increment> ToIncrement(const Change& change) {
  basalt::Increment increment(change.row);
  increment.SetTimestamp(change.timestamp).SetReturnResults(change.return_results);
  if (change.ttl_ms) increment.SetTtl(*change.ttl_ms);
  BASALT_ASSIGN_OR_RETURN(TimeRange range, ToTimeRange(change.range));
  increment.SetTimeRange(range);
  for (const Edit& edit : change.edits) {
    increment.AddColumn(edit.family, edit.qualifier, edit.amount);
  }
  return increment;
}

Result<basalt::Append> ToAppend(const Change& change) {
  basalt::Append append(change.row);
  append.SetTimestamp(change.timestamp).SetReturnResults(change.return_results);
  if (change.ttl_ms) append.SetTtl(*change.ttl_ms);
  BASALT_ASSIGN_OR_RETURN(TimeRange range, ToTimeRange(change.range));
  append.SetTimeRange(range);
  for (const Edit& edit : change.edits) append.AddColumn(edit.family, edit.qualifier, edit.value);
  return append;
}

Result<Mutation> ToMutation(const Change& change) {
  switch (change.verb) {
    case Change::Verb::kPut: {
      BASALT_ASSIGN_OR_RETURN(basalt::Put put, ToPut(change));
      return Mutation(put);
    }
    case Change::Verb::kDelete: {
      BASALT_ASSIGN_OR_RETURN(basalt::Delete del, ToDelete(change));
      return Mutation(del);
    }
    case Change::Verb::kIncrement: {
      BASALT_ASSIGN_OR_RETURN(basalt::Increment increment, ToIncrement(change));
      return Mutation(increment);
    }
    case Change::Verb::kAppend: break;
  }
  BASALT_ASSIGN_OR_RETURN(basalt::Append append, ToAppend(change));
  return Mutation(append);
}

Result<RowMutations> ToRowMutations(const std::string& row, const std::vector<Change>& changes) {
  RowMutations mutations(row);
  for (const Change& change : changes) {
    BASALT_ASSIGN_OR_RETURN(Mutation mutation, ToMutation(change));
    mutations.Add(std::move(mutation));
  }
  return mutations;
}

Result<basalt::Get> ToGet(const Read& read) {
  basalt::Get get(*read.row);
  BASALT_RETURN_IF_ERROR(FillQuery(read, get));
  return get;
}

Result<basalt::Scan> ToScan(const Read& read) {
  basalt::Scan scan;
  BASALT_RETURN_IF_ERROR(FillQuery(read, scan));
  scan.WithStartRow(read.start, read.include_start).WithStopRow(read.stop, read.include_stop);
  scan.SetReversed(read.reverse).SetRaw(read.raw);
  scan.SetBatch(read.batch.value_or(-1));
  scan.SetLimit(read.limit.value_or(-1));
  return scan;
}

}  // namespace basalt::semantics
