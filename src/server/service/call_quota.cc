#include "server/service/call_quota.h"

namespace basalt::server {
namespace {

uint64_t ChargedBytes(const Call& call) {
  return call.budget == nullptr ? 0 : call.budget->charged_bytes();
}

}  // namespace

void CallQuota::Prepare(const ServerContext& context, const Call& call,
                        const TableDescriptor& table) {
  auto throttles = context.quotas().FindThrottles(call.connection.user, table);
  const auto policy = context.quotas().space().PolicyOf(table.name());
  if (throttles == nullptr && !policy) return;
  state_ = std::make_unique<State>();
  state_->call = &call;
  state_->throttles = std::move(throttles);
  state_->policy = policy;
  state_->charged_before = ChargedBytes(call);
  state_->began = std::chrono::steady_clock::now();
}

Status CallQuota::BeginActiveBatch(const ServerContext& context, const Call& call,
                                   const TableDescriptor& table, int64_t writes, int64_t reads,
                                   bool atomic) {
  Prepare(context, call, table);
  if (state_ == nullptr || state_->throttles == nullptr) return {};
  return state_->throttles->CheckBatch(writes, reads, atomic);
}

Status CallQuota::BeginActiveGroup(const ServerContext& context, const Call& call,
                                   const TableDescriptor& table,
                                   const hbase::pb::RegionAction& group, bool conditional) {
  int64_t writes = 0;
  int64_t reads = 0;
  bool atomic = false;
  for (const hbase::pb::Action& action : group.action()) {
    if (action.has_get()) ++reads;
    if (!action.has_mutation()) continue;
    ++writes;
    const auto type = action.mutation().mutate_type();
    if (conditional || type == hbase::pb::MutationProto::INCREMENT ||
        type == hbase::pb::MutationProto::APPEND) {
      ++reads;
      atomic = true;
    }
  }
  return BeginActiveBatch(context, call, table, writes, reads, atomic);
}

Status CallQuota::BeginActiveScan(const ServerContext& context, const Call& call,
                                  const TableDescriptor& table, uint64_t sequence,
                                  quota::ScanHistory& history) {
  Prepare(context, call, table);
  if (state_ == nullptr || state_->throttles == nullptr) return {};
  BASALT_RETURN_IF_ERROR(state_->throttles->CheckScan(
      sequence, context.startup_config().scanner_max_result_bytes, history));
  state_->history = &history;
  return {};
}

Status CallQuota::AddActiveMutation(const Mutation& mutation) {
  if (state_->policy) {
    BASALT_RETURN_IF_ERROR(quota::SpaceQuotas::Check(*state_->policy, mutation.type()));
  }
  if (state_->throttles != nullptr) state_->throttles->AddMutation(mutation);
  return {};
}

void CallQuota::MeasureActive() {
  if (state_->measured) return;
  state_->measured = true;
  state_->looked_at_bytes = ChargedBytes(*state_->call) - state_->charged_before;
  state_->elapsed_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                           std::chrono::steady_clock::now() - state_->began)
                           .count();
}

void CallQuota::End() {
  if (state_->throttles == nullptr) return;
  const base::CallBudget* budget = state_->call->budget;
  if (budget != nullptr && budget->given_up()) {
    state_->throttles->Undo();
    return;
  }
  MeasureActive();
  if (state_->history != nullptr) state_->history->Add(state_->looked_at_bytes);
  state_->throttles->Close(state_->looked_at_bytes, state_->elapsed_ms);
}

}  // namespace basalt::server
