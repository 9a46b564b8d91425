// Conversion of script values to Basalt's API, and of results to the format of scripts.
#pragma once

#include "basalt/descriptor.h"
#include "basalt/mutation.h"
#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "system.h"

namespace basalt::semantics {

// Errors are named after HBase's exceptions.
Outcome FromStatus(const Status& status);
AnswerRow FromResult(const RowResult& result);

FamilyDescriptor ToDescriptor(const Family& family);
// The range itself may be refused, as any argument.
Result<TimeRange> ToTimeRange(const std::optional<Range>& range);
Result<basalt::Put> ToPut(const Change& change);
Result<basalt::Delete> ToDelete(const Change& change);
Result<basalt::Increment> ToIncrement(const Change& change);
Result<basalt::Append> ToAppend(const Change& change);
Result<Mutation> ToMutation(const Change& change);
Result<RowMutations> ToRowMutations(const std::string& row, const std::vector<Change>& changes);
Result<basalt::Get> ToGet(const Read& read);
Result<basalt::Scan> ToScan(const Read& read);

}  // namespace basalt::semantics
