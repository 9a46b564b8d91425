#include "client/remote/remote_table.h"

#include <utility>

#include "client/remote/remote_admin.h"
#include "client/remote/row_call.h"
#include "hbase/client.pb.h"
#include "model/mutation_check.h"
#include "wire/query_codec.h"

namespace basalt::client {

Result<TableDescriptor> RemoteTable::GetDescriptor(const CallOptions& options) {
  return DescribeTable(*cluster_, name_, options);
}

Result<RowResult> RemoteTable::Get(const basalt::Get& get, const CallOptions& options) {
  return GetRow(*cluster_, name_, get, options);
}

Result<std::vector<RowResult>> RemoteTable::Get(std::span<const basalt::Get> gets,
                                                const CallOptions& options) {
  const std::vector<Action> actions(gets.begin(), gets.end());
  std::vector<RowResult> rows;
  rows.reserve(gets.size());
  for (auto& outcome : Batch(actions, options)) {
    BASALT_RETURN_IF_ERROR(outcome.status());
    rows.push_back(std::move(*outcome));
  }
  return rows;
}

Result<bool> RemoteTable::Exists(const basalt::Get& get, const CallOptions& options) {
  basalt::Get only_exists = get;
  only_exists.SetCheckExistenceOnly();
  BASALT_ASSIGN_OR_RETURN(const RowResult result, Get(only_exists, options));
  return result.exists();
}

Result<ResultScanner> RemoteTable::GetScanner(const Scan& scan, const CallOptions& options) {
  // What cannot be sent is refused now.
  hbase::pb::Scan message;
  BASALT_RETURN_IF_ERROR(wire::FillScan(scan, message));
  return ResultScanner(MakeScannerSource(cluster_, name_, scan, options));
}

namespace {

Result<RowResult> Mutate(Cluster& cluster, const TableName& table, const Mutation& mutation,
                         const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(RowCall call, PrepareMutation(cluster, mutation, nullptr));
  BASALT_ASSIGN_OR_RETURN(auto result, RunRowCall(cluster, table, std::move(call), options));
  return std::move(result.result);
}

}  // namespace

Status RemoteTable::Put(const basalt::Put& put, const CallOptions& options) {
  return Mutate(*cluster_, name_, put, options).status();
}

Status RemoteTable::Delete(const basalt::Delete& del, const CallOptions& options) {
  return Mutate(*cluster_, name_, del, options).status();
}

template <typename M>
Status RemoteTable::WriteAll(std::span<const M> mutations, const CallOptions& options) {
  for (const M& mutation : mutations) BASALT_RETURN_IF_ERROR(model::CheckWrite(mutation));
  const std::vector<Action> actions(mutations.begin(), mutations.end());
  for (const auto& outcome : Batch(actions, options)) BASALT_RETURN_IF_ERROR(outcome.status());
  return {};
}

Status RemoteTable::Put(std::span<const basalt::Put> puts, const CallOptions& options) {
  return WriteAll(puts, options);
}

Status RemoteTable::Delete(std::span<const basalt::Delete> deletes, const CallOptions& options) {
  return WriteAll(deletes, options);
}

Result<RowResult> RemoteTable::Increment(const basalt::Increment& increment,
                                         const CallOptions& options) {
  return Mutate(*cluster_, name_, increment, options);
}

Result<RowResult> RemoteTable::Append(const basalt::Append& append, const CallOptions& options) {
  return Mutate(*cluster_, name_, append, options);
}

Result<RowResult> RemoteTable::MutateRow(const RowMutations& mutations,
                                         const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(
      RowCall call, PrepareTogether(*cluster_, mutations.row(), mutations.mutations(), nullptr));
  BASALT_ASSIGN_OR_RETURN(auto result, RunRowCall(*cluster_, name_, std::move(call), options));
  return std::move(result.result);
}

Result<CheckAndMutateResult> RemoteTable::CheckAndMutate(const basalt::CheckAndMutate& check,
                                                         const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(RowCall call, PrepareCheck(*cluster_, check));
  return RunRowCall(*cluster_, name_, std::move(call), options);
}

std::vector<Result<RowResult>> RemoteTable::Batch(std::span<const Action> actions,
                                                  const CallOptions& options) {
  return RunBatch(*cluster_, name_, actions, options);
}

}  // namespace basalt::client
