#include "client/remote/row_call.h"

#include <utility>

#include "model/mutation_check.h"
#include "wire/exceptions.h"
#include "wire/frame.h"
#include "wire/mutation_codec.h"
#include "wire/query_codec.h"
#include "wire/result_codec.h"

namespace basalt::client {
namespace {

namespace pb = hbase::pb;

Result<CheckAndMutateResult> ParseGet(const RpcAnswer& answer) {
  pb::GetResponse response;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer.message, response));
  wire::CellBlockReader cells(kChannelCodec, answer.cells);
  CheckAndMutateResult result;
  BASALT_RETURN_IF_ERROR(wire::ParseResult(response.result(), cells, result.result));
  return result;
}

Result<CheckAndMutateResult> ParseMutate(const RpcAnswer& answer) {
  pb::MutateResponse response;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer.message, response));
  CheckAndMutateResult result;
  result.success = response.processed();
  wire::CellBlockReader reader(kChannelCodec, answer.cells);
  BASALT_RETURN_IF_ERROR(wire::ParseResult(response.result(), reader, result.result));
  return result;
}

Result<CheckAndMutateResult> ParseTogether(const RpcAnswer& answer) {
  pb::MultiResponse response;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer.message, response));
  if (response.regionactionresult_size() != 1) {
    return Status(StatusCode::kInternal, "an answer for another number of regions than asked for");
  }
  const pb::RegionActionResult& outcome = response.regionactionresult(0);
  if (outcome.has_exception()) return wire::StatusFromException(outcome.exception());
  CheckAndMutateResult result;
  result.success = outcome.has_processed() ? outcome.processed() : response.processed();
  wire::CellBlockReader reader(kChannelCodec, answer.cells);
  for (const pb::ResultOrException& one : outcome.resultorexception()) {
    if (one.has_exception()) return wire::StatusFromException(one.exception());
    // The new cells of all mutations are in the first result.
    RowResult part;
    BASALT_RETURN_IF_ERROR(wire::ParseResult(one.result(), reader, part));
    if (result.result.empty()) result.result = std::move(part);
  }
  return result;
}

}  // namespace

void FillNonce(Cluster& cluster, const Mutation& mutation, pb::MutationProto& message) {
  if (mutation.type() == MutationType::kIncrement || mutation.type() == MutationType::kAppend) {
    message.set_nonce(cluster.NextNonce());
  }
}

std::optional<Get> RereadOf(const Mutation& mutation) {
  const bool counts =
      mutation.type() == MutationType::kIncrement || mutation.type() == MutationType::kAppend;
  if (!counts || !mutation.return_results()) return std::nullopt;
  Get get(mutation.row());
  for (const MutationCell& cell : mutation.cells()) get.AddColumn(cell.family, cell.qualifier);
  return get;
}

bool NeedsReread(const std::optional<Get>& reread, int failures, const RowResult& result) {
  return failures > 0 && reread && result.empty();
}

Result<RowCall> PrepareGet(const Get& get) {
  BASALT_RETURN_IF_ERROR(model::CheckRow(get.row()));
  auto request = std::make_unique<pb::GetRequest>();
  BASALT_RETURN_IF_ERROR(wire::FillGet(get, *request->mutable_get()));
  RowCall call;
  call.row = get.row();
  call.method = "Get";
  call.region = request->mutable_region();
  call.request = std::move(request);
  call.parse = ParseGet;
  return call;
}

Result<RowCall> PrepareMutation(Cluster& cluster, const Mutation& mutation,
                                const CheckAndMutate* check) {
  BASALT_RETURN_IF_ERROR(model::CheckWrite(mutation));
  RowCall call;
  auto request = std::make_unique<pb::MutateRequest>();
  wire::FillMutation(mutation, kChannelCodec, call.cells, *request->mutable_mutation());
  FillNonce(cluster, mutation, *request->mutable_mutation());
  request->set_nonce_group(cluster.nonce_group());
  if (check != nullptr) {
    BASALT_RETURN_IF_ERROR(wire::FillCondition(*check, *request->mutable_condition()));
  }
  call.row = mutation.row();
  call.method = "Mutate";
  call.region = request->mutable_region();
  call.request = std::move(request);
  call.parse = ParseMutate;
  if (check == nullptr) call.reread = RereadOf(mutation);
  return call;
}

Result<RowCall> PrepareTogether(Cluster& cluster, BytesView row,
                                const std::vector<Mutation>& mutations,
                                const CheckAndMutate* check) {
  BASALT_RETURN_IF_ERROR(model::CheckWrites(row, mutations));
  RowCall call;
  auto request = std::make_unique<pb::MultiRequest>();
  pb::RegionAction& group = *request->add_regionaction();
  group.set_atomic(true);
  for (const Mutation& mutation : mutations) {
    pb::Action& action = *group.add_action();
    action.set_index(static_cast<uint32_t>(group.action_size() - 1));
    wire::FillMutation(mutation, kChannelCodec, call.cells, *action.mutable_mutation());
    FillNonce(cluster, mutation, *action.mutable_mutation());
  }
  request->set_noncegroup(cluster.nonce_group());
  if (check != nullptr) {
    BASALT_RETURN_IF_ERROR(wire::FillCondition(*check, *group.mutable_condition()));
  }
  call.row = Bytes(row);
  call.method = "Multi";
  call.region = group.mutable_region();
  call.request = std::move(request);
  call.parse = ParseTogether;
  return call;
}

Result<RowCall> PrepareCheck(Cluster& cluster, const CheckAndMutate& check) {
  if (check.mutations().size() == 1 && check.mutations().front().row() == check.row()) {
    return PrepareMutation(cluster, check.mutations().front(), &check);
  }
  return PrepareTogether(cluster, check.row(), check.mutations(), &check);
}

Result<CheckAndMutateResult> RunRowCall(Cluster& cluster, const TableName& table, RowCall call,
                                        const CallOptions& options) {
  CheckAndMutateResult result;
  Attempts attempts(cluster.options(), options);
  const auto send = [&](const RegionLocation& region) -> Status {
    FillRegion(region, *call.region);
    BASALT_ASSIGN_OR_RETURN(const RpcAnswer answer,
                            cluster.channels().Call(region.server, kClientService, call.method,
                                                    *call.request, call.cells, attempts.context()));
    BASALT_ASSIGN_OR_RETURN(result, call.parse(answer));
    return {};
  };
  BASALT_RETURN_IF_ERROR(cluster.OnRegion(table, call.row, Locate::kHolding, attempts, send));
  if (NeedsReread(call.reread, attempts.failures(), result.result)) {
    BASALT_ASSIGN_OR_RETURN(result.result, GetRow(cluster, table, *call.reread, options));
  }
  return result;
}

Result<RowResult> GetRow(Cluster& cluster, const TableName& table, const Get& get,
                         const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(RowCall call, PrepareGet(get));
  BASALT_ASSIGN_OR_RETURN(auto found, RunRowCall(cluster, table, std::move(call), options));
  return std::move(found.result);
}

}  // namespace basalt::client
