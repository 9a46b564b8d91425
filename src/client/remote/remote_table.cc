#include "client/remote/remote_table.h"

#include <utility>

#include "client/remote/remote_admin.h"
#include "client/remote/write_checks.h"
#include "store/mutation_check.h"
#include "wire/exceptions.h"
#include "wire/frame.h"
#include "wire/mutation_codec.h"
#include "wire/query_codec.h"
#include "wire/result_codec.h"

namespace basalt::client {

namespace pb = hbase::pb;

void FillNonce(Cluster& cluster, const Mutation& mutation, pb::MutationProto& message) {
  if (mutation.type() == MutationType::kIncrement || mutation.type() == MutationType::kAppend) {
    message.set_nonce(cluster.NextNonce());
  }
}

Result<TableDescriptor> RemoteTable::GetDescriptor() { return DescribeTable(*cluster_, name_); }

Result<RowResult> RemoteTable::Get(const basalt::Get& get) {
  BASALT_RETURN_IF_ERROR(store::CheckRow(get.row));
  pb::GetRequest request;
  BASALT_RETURN_IF_ERROR(wire::FillGet(get, *request.mutable_get()));
  RowResult row;
  Attempts attempts(cluster_->options());
  const auto call = [&](const RegionLocation& region) -> Status {
    FillRegion(region, *request.mutable_region());
    BASALT_ASSIGN_OR_RETURN(const RpcAnswer answer,
                            cluster_->channels().Call(region.server, kClientService, "Get", request,
                                                      {}, attempts.deadline()));
    pb::GetResponse response;
    BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer.message, response));
    wire::CellBlockReader cells(kChannelCodec, answer.cells);
    return wire::ParseResult(response.result(), cells, row);
  };
  BASALT_RETURN_IF_ERROR(cluster_->OnRegion(name_, get.row, Locate::kHolding, attempts, call));
  return row;
}

Result<std::vector<RowResult>> RemoteTable::Get(std::span<const basalt::Get> gets) {
  const std::vector<Action> actions(gets.begin(), gets.end());
  std::vector<RowResult> rows;
  rows.reserve(gets.size());
  for (auto& outcome : Batch(actions)) {
    BASALT_RETURN_IF_ERROR(outcome.status());
    rows.push_back(std::move(*outcome));
  }
  return rows;
}

Result<bool> RemoteTable::Exists(const basalt::Get& get) {
  basalt::Get only_exists = get;
  only_exists.check_existence_only = true;
  BASALT_ASSIGN_OR_RETURN(const RowResult result, Get(only_exists));
  return result.exists();
}

Result<ResultScanner> RemoteTable::GetScanner(const Scan& scan) {
  // What cannot be sent is refused now.
  pb::Scan message;
  BASALT_RETURN_IF_ERROR(wire::FillScan(scan, message));
  return ResultScanner(MakeScannerSource(cluster_, name_, scan));
}

Result<CheckAndMutateResult> RemoteTable::Mutate(const Mutation& mutation,
                                                 const basalt::CheckAndMutate* check) {
  BASALT_RETURN_IF_ERROR(CheckWrite(mutation));
  pb::MutateRequest request;
  Bytes cells;
  wire::FillMutation(mutation, kChannelCodec, cells, *request.mutable_mutation());
  FillNonce(*cluster_, mutation, *request.mutable_mutation());
  request.set_nonce_group(cluster_->nonce_group());
  if (check != nullptr) {
    BASALT_RETURN_IF_ERROR(wire::FillCondition(*check, *request.mutable_condition()));
  }
  CheckAndMutateResult result;
  Attempts attempts(cluster_->options());
  const auto call = [&](const RegionLocation& region) -> Status {
    FillRegion(region, *request.mutable_region());
    BASALT_ASSIGN_OR_RETURN(const RpcAnswer answer,
                            cluster_->channels().Call(region.server, kClientService, "Mutate",
                                                      request, cells, attempts.deadline()));
    pb::MutateResponse response;
    BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer.message, response));
    result.success = response.processed();
    wire::CellBlockReader reader(kChannelCodec, answer.cells);
    return wire::ParseResult(response.result(), reader, result.result);
  };
  BASALT_RETURN_IF_ERROR(
      cluster_->OnRegion(name_, mutation.row(), Locate::kHolding, attempts, call));
  return result;
}

Result<CheckAndMutateResult> RemoteTable::MutateTogether(BytesView row,
                                                         const std::vector<Mutation>& mutations,
                                                         const basalt::CheckAndMutate* check) {
  BASALT_RETURN_IF_ERROR(CheckWrites(row, mutations));
  pb::MultiRequest request;
  pb::RegionAction& group = *request.add_regionaction();
  group.set_atomic(true);
  Bytes cells;
  for (const Mutation& mutation : mutations) {
    pb::Action& action = *group.add_action();
    action.set_index(static_cast<uint32_t>(group.action_size() - 1));
    wire::FillMutation(mutation, kChannelCodec, cells, *action.mutable_mutation());
    FillNonce(*cluster_, mutation, *action.mutable_mutation());
  }
  request.set_noncegroup(cluster_->nonce_group());
  if (check != nullptr) {
    BASALT_RETURN_IF_ERROR(wire::FillCondition(*check, *group.mutable_condition()));
  }
  CheckAndMutateResult result;
  Attempts attempts(cluster_->options());
  const auto call = [&](const RegionLocation& region) -> Status {
    FillRegion(region, *group.mutable_region());
    BASALT_ASSIGN_OR_RETURN(const RpcAnswer answer,
                            cluster_->channels().Call(region.server, kClientService, "Multi",
                                                      request, cells, attempts.deadline()));
    pb::MultiResponse response;
    BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer.message, response));
    if (response.regionactionresult_size() != 1) {
      return {StatusCode::kInternal, "an answer for another number of regions than asked for"};
    }
    const pb::RegionActionResult& outcome = response.regionactionresult(0);
    if (outcome.has_exception()) return wire::StatusFromException(outcome.exception());
    result.success = outcome.has_processed() ? outcome.processed() : response.processed();
    wire::CellBlockReader reader(kChannelCodec, answer.cells);
    for (const pb::ResultOrException& one : outcome.resultorexception()) {
      if (one.has_exception()) return wire::StatusFromException(one.exception());
      // The new cells of all of them are in the first.
      RowResult part;
      BASALT_RETURN_IF_ERROR(wire::ParseResult(one.result(), reader, part));
      if (result.result.empty()) result.result = std::move(part);
    }
    return {};
  };
  BASALT_RETURN_IF_ERROR(cluster_->OnRegion(name_, row, Locate::kHolding, attempts, call));
  return result;
}

Status RemoteTable::Put(const basalt::Put& put) { return Mutate(put, nullptr).status(); }

Status RemoteTable::Delete(const basalt::Delete& del) { return Mutate(del, nullptr).status(); }

template <typename M>
Status RemoteTable::WriteAll(std::span<const M> mutations) {
  for (const M& mutation : mutations) BASALT_RETURN_IF_ERROR(CheckWrite(mutation));
  const std::vector<Action> actions(mutations.begin(), mutations.end());
  for (const auto& outcome : Batch(actions)) BASALT_RETURN_IF_ERROR(outcome.status());
  return {};
}

Status RemoteTable::Put(std::span<const basalt::Put> puts) { return WriteAll(puts); }

Status RemoteTable::Delete(std::span<const basalt::Delete> deletes) { return WriteAll(deletes); }

Result<RowResult> RemoteTable::Increment(const basalt::Increment& increment) {
  BASALT_ASSIGN_OR_RETURN(auto result, Mutate(increment, nullptr));
  return std::move(result.result);
}

Result<RowResult> RemoteTable::Append(const basalt::Append& append) {
  BASALT_ASSIGN_OR_RETURN(auto result, Mutate(append, nullptr));
  return std::move(result.result);
}

Result<RowResult> RemoteTable::MutateRow(const RowMutations& mutations) {
  BASALT_ASSIGN_OR_RETURN(auto result,
                          MutateTogether(mutations.row(), mutations.mutations(), nullptr));
  return std::move(result.result);
}

Result<CheckAndMutateResult> RemoteTable::CheckAndMutate(const basalt::CheckAndMutate& check) {
  if (check.mutations().size() == 1 && check.mutations().front().row() == check.row()) {
    return Mutate(check.mutations().front(), &check);
  }
  return MutateTogether(check.row(), check.mutations(), &check);
}

std::vector<Result<RowResult>> RemoteTable::Batch(std::span<const Action> actions) {
  return RunBatch(*cluster_, name_, actions);
}

}  // namespace basalt::client
