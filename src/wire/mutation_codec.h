// Conversion of mutations and conditions from and to their messages. Pure functions. Errors are
// kDoNotRetry with HBase's wording.
#pragma once

#include "basalt/mutation.h"
#include "basalt/status.h"
#include "filter/row_condition.h"
#include "hbase/client.pb.h"
#include "wire/cell_block.h"

namespace basalt::wire {

// Consumes the number of cells that the message announces from `cells` (nullptr: there is no
// block), even on an error, so that the next mutation's cells follow. Only a corrupt block loses
// the position; see SkipCells.
Result<Mutation> ParseMutation(const hbase::pb::MutationProto& message, CellBlockReader* cells);
// Skips a mutation's cells without decoding them into the mutation.
Status SkipCells(const hbase::pb::MutationProto& message, CellBlockReader* cells);

// The condition only; the caller adds the action. Of a comparator of any class its value counts,
// compared byte by byte: so HBase's servers read the condition of a check-and-mutate.
Result<CheckAndMutate> ParseCondition(const hbase::pb::Condition& condition);

// The condition of a MultiRowMutationService.MutateRows, where the comparator itself compares.
Result<filter::RowCondition> ParseRowCondition(const hbase::pb::Condition& message);

// The reverse: cells go to `block`. REQUIRES: codec is not kNone.
void FillMutation(const Mutation& mutation, CellCodec codec, Bytes& block,
                  hbase::pb::MutationProto& message);
// kInvalidArgument for a filter that is not one of HBase's.
Status FillCondition(const CheckAndMutate& check, hbase::pb::Condition& message);

}  // namespace basalt::wire
