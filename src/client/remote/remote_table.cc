#include "client/remote/remote_table.h"

#include <utility>

#include "client/remote/remote_admin.h"
#include "client/remote/row_call.h"
#include "hbase/client.pb.h"
#include "model/mutation_check.h"
#include "wire/query_codec.h"

namespace basalt::client {

Result<TableDescriptor> RemoteTable::GetDescriptor() { return DescribeTable(*cluster_, name_); }

Result<RowResult> RemoteTable::Get(const basalt::Get& get) { return GetRow(*cluster_, name_, get); }

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
  hbase::pb::Scan message;
  BASALT_RETURN_IF_ERROR(wire::FillScan(scan, message));
  return ResultScanner(MakeScannerSource(cluster_, name_, scan));
}

namespace {

Result<RowResult> Mutate(Cluster& cluster, const TableName& table, const Mutation& mutation) {
  BASALT_ASSIGN_OR_RETURN(RowCall call, PrepareMutation(cluster, mutation, nullptr));
  BASALT_ASSIGN_OR_RETURN(auto result, RunRowCall(cluster, table, std::move(call)));
  return std::move(result.result);
}

}  // namespace

Status RemoteTable::Put(const basalt::Put& put) { return Mutate(*cluster_, name_, put).status(); }

Status RemoteTable::Delete(const basalt::Delete& del) {
  return Mutate(*cluster_, name_, del).status();
}

template <typename M>
Status RemoteTable::WriteAll(std::span<const M> mutations) {
  for (const M& mutation : mutations) BASALT_RETURN_IF_ERROR(model::CheckWrite(mutation));
  const std::vector<Action> actions(mutations.begin(), mutations.end());
  for (const auto& outcome : Batch(actions)) BASALT_RETURN_IF_ERROR(outcome.status());
  return {};
}

Status RemoteTable::Put(std::span<const basalt::Put> puts) { return WriteAll(puts); }

Status RemoteTable::Delete(std::span<const basalt::Delete> deletes) { return WriteAll(deletes); }

Result<RowResult> RemoteTable::Increment(const basalt::Increment& increment) {
  return Mutate(*cluster_, name_, increment);
}

Result<RowResult> RemoteTable::Append(const basalt::Append& append) {
  return Mutate(*cluster_, name_, append);
}

Result<RowResult> RemoteTable::MutateRow(const RowMutations& mutations) {
  BASALT_ASSIGN_OR_RETURN(
      RowCall call, PrepareTogether(*cluster_, mutations.row(), mutations.mutations(), nullptr));
  BASALT_ASSIGN_OR_RETURN(auto result, RunRowCall(*cluster_, name_, std::move(call)));
  return std::move(result.result);
}

Result<CheckAndMutateResult> RemoteTable::CheckAndMutate(const basalt::CheckAndMutate& check) {
  BASALT_ASSIGN_OR_RETURN(RowCall call, PrepareCheck(*cluster_, check));
  return RunRowCall(*cluster_, name_, std::move(call));
}

std::vector<Result<RowResult>> RemoteTable::Batch(std::span<const Action> actions) {
  return RunBatch(*cluster_, name_, actions);
}

}  // namespace basalt::client
