// Mutations and conditions from their messages and to them. Pure functions. Errors are kDoNotRetry
// with HBase's wording.
#pragma once

#include "basalt/mutation.h"
#include "basalt/status.h"
#include "hbase/client.pb.h"
#include "wire/cell_block.h"

namespace basalt::wire {

// Takes the cells the message counts from `cells` (nullptr: there is no block), also when it
// returns an error: the next mutation's cells follow them. Only damage of the block itself loses
// the place; see SkipCells.
Result<Mutation> ParseMutation(const hbase::pb::MutationProto& message, CellBlockReader* cells);
// Takes a mutation's cells off the block without looking at them.
Status SkipCells(const hbase::pb::MutationProto& message, CellBlockReader* cells);

// The condition part alone: the caller adds what is to be done.
Result<CheckAndMutate> ParseCondition(const hbase::pb::Condition& condition);

// The other way: cells go to `block`. REQUIRES: codec is not kNone.
void FillMutation(const Mutation& mutation, CellCodec codec, Bytes& block,
                  hbase::pb::MutationProto& message);
// kInvalidArgument for a filter that is not one of HBase's.
Status FillCondition(const CheckAndMutate& check, hbase::pb::Condition& message);

}  // namespace basalt::wire
