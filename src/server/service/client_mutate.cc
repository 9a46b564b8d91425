// ClientService.Mutate: one mutation, with or without a condition.
#include <fmt/format.h>

#include "server/service/call_quota.h"
#include "server/service/client_verbs.h"
#include "server/service/registrar.h"
#include "server/service/response_memory.h"
#include "server/service/verbs.h"
#include "wire/mutation_codec.h"
#include "wire/result_codec.h"

namespace basalt::server {
namespace {

bool IsDelta(const Mutation& mutation) {
  return mutation.type() == MutationType::kIncrement || mutation.type() == MutationType::kAppend;
}

bool IsDelta(const hbase::pb::MutationProto& mutation) {
  return mutation.mutate_type() == hbase::pb::MutationProto::INCREMENT ||
         mutation.mutate_type() == hbase::pb::MutationProto::APPEND;
}

// What the columns of an increment or append hold now.
Result<RowResult> ReadTouchedColumns(const RegionAccess& access, const Mutation& mutation) {
  Get get(mutation.row());
  get.SetTimeRange(mutation.time_range());
  for (const MutationCell& cell : mutation.cells()) get.AddColumn(cell.family, cell.qualifier);
  return access.ReadRow(get);
}

Status RunConditional(const RegionAccess& access, const hbase::pb::Condition& condition,
                      Mutation mutation, RowResult& row, bool& processed) {
  BASALT_ASSIGN_OR_RETURN(CheckAndMutate check, wire::ParseCondition(condition));
  if (check.row() != mutation.row()) {
    return {StatusCode::kDoNotRetry, "The row of the condition does not match the mutation's"};
  }
  check.Then(std::move(mutation));
  BASALT_ASSIGN_OR_RETURN(CheckAndMutateResult outcome, access->CheckAndMutate(check));
  processed = outcome.success;
  row = std::move(outcome.result);
  return {};
}

}  // namespace

Result<RowResult> RunDelta(ServerContext& context, const RegionAccess& access,
                           const Mutation& mutation, const Nonce& nonce) {
  if (!nonce.given()) return access->Mutate(mutation);
  BASALT_ASSIGN_OR_RETURN(const auto operation, context.nonces().Begin(nonce, access.budget()));
  if (!operation) return ReadTouchedColumns(access, mutation);
  const store::Store::RecordChange record = NonceManager::Record(*operation);
  auto result = access->Mutate(mutation, &record);
  context.nonces().End(*operation, result.ok());
  return result;
}

void RegisterMutateVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar client(verbs, kClientService, context);
  client.Add<hbase::pb::MutateRequest, hbase::pb::MutateResponse>(
      "Mutate", Lane::kWrite,
      [](ServerContext& context, const Call& call, const hbase::pb::MutateRequest& request,
         hbase::pb::MutateResponse& response, Bytes& cells) -> Status {
        BASALT_ASSIGN_OR_RETURN(const RegionAccess access,
                                RegionAccess::Find(context, call, request.region()));
        const bool atomic = request.has_condition() || IsDelta(request.mutation());
        CallQuota quota;
        BASALT_RETURN_IF_ERROR(
            quota.BeginBatch(context, call, access->descriptor(), 1, atomic ? 1 : 0, atomic));
        wire::CellBlockReader block(call.connection.codec, call.cell_block);
        BASALT_ASSIGN_OR_RETURN(
            Mutation mutation,
            wire::ParseMutation(request.mutation(), call.cell_block.empty() ? nullptr : &block));
        BASALT_RETURN_IF_ERROR(quota.AddMutation(mutation));
        const bool delta = IsDelta(mutation);
        RowResult row;
        if (request.has_condition()) {
          bool processed = false;
          BASALT_RETURN_IF_ERROR(
              RunConditional(access, request.condition(), std::move(mutation), row, processed));
          response.set_processed(processed);
          if (!delta || !processed) return {};
        } else if (delta) {
          const Nonce nonce{request.nonce_group(), request.mutation().nonce()};
          BASALT_ASSIGN_OR_RETURN(row, RunDelta(context, access, mutation, nonce));
        } else {
          BASALT_RETURN_IF_ERROR(access->Write(mutation));
          response.set_processed(true);
          return {};
        }
        MakeRoom(call, call.connection.codec, EncodedBytes(row), cells);
        wire::FillResult(row, call.connection.codec, cells, *response.mutable_result());
        return {};
      });
}

}  // namespace basalt::server
