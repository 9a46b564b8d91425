// MultiRowMutationService: mutations of several rows of one region as one step, on conditions.
#include <algorithm>
#include <optional>
#include <vector>

#include "hbase/endpoint.pb.h"
#include "server/service/client_verbs.h"
#include "wire/frame.h"
#include "wire/mutation_codec.h"

namespace basalt::server {
namespace {

bool ChangesByDelta(const Mutation& mutation) {
  return mutation.type() == MutationType::kIncrement || mutation.type() == MutationType::kAppend;
}

struct RowsStep {
  std::vector<filter::RowCondition> conditions;
  std::vector<Mutation> mutations;
};

Result<RowsStep> ParseStep(const hbase::pb::MutateRowsRequest& request) {
  RowsStep step;
  for (const auto& message : request.mutation_request()) {
    BASALT_ASSIGN_OR_RETURN(Mutation mutation, wire::ParseMutation(message, nullptr));
    step.mutations.push_back(std::move(mutation));
  }
  for (const auto& message : request.condition()) {
    BASALT_ASSIGN_OR_RETURN(filter::RowCondition condition, wire::ParseRowCondition(message));
    step.conditions.push_back(std::move(condition));
  }
  return step;
}

// Returns whether the conditions held. The increments and appends of a step whose nonce is known
// are left out, and the rest is done again, as HBase does.
Result<bool> RunStep(ServerContext& context, const RegionAccess& access, RowsStep step,
                     const Nonce& nonce) {
  std::vector<Mutation>& mutations = step.mutations;
  if (!nonce.given() || std::ranges::none_of(mutations, ChangesByDelta)) {
    return access->MutateTogetherIf(step.conditions, mutations);
  }
  BASALT_ASSIGN_OR_RETURN(const auto operation, context.nonces().Begin(nonce, access.budget()));
  if (!operation) {
    std::erase_if(mutations, ChangesByDelta);
    return access->MutateTogetherIf(step.conditions, mutations);
  }
  const store::Store::RecordChange record = NonceManager::Record(*operation);
  auto held = access->MutateTogetherIf(step.conditions, mutations, &record);
  context.nonces().End(*operation, held.ok() && *held);
  return held;
}

}  // namespace

Status RunMultiRowMutation(ServerContext& context, const RegionAccess& access,
                           const hbase::pb::CoprocessorServiceCall& call,
                           hbase::pb::NameBytesPair& response) {
  if (call.method_name() != "MutateRows") return UnknownMethod(call);
  hbase::pb::MutateRowsRequest request;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(call.request(), request));
  BASALT_ASSIGN_OR_RETURN(RowsStep step, ParseStep(request));
  BASALT_ASSIGN_OR_RETURN(const bool held, RunStep(context, access, std::move(step),
                                                   Nonce{request.nonce_group(), request.nonce()}));
  hbase::pb::MutateRowsResponse answer;
  answer.set_processed(held);
  response.set_name(
      "org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos$MutateRowsResponse");
  answer.SerializeToString(response.mutable_value());
  return {};
}

}  // namespace basalt::server
