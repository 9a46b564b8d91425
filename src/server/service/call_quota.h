// CallQuota: the quotas of a call on one region: what it may cost and what it may write. Takes the
// estimated cost at the beginning and corrects it when it is destroyed; a call that is given up, to
// be run on another thread, gives everything back. Costs one test when no quota is set. One thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "basalt/mutation_base.h"
#include "basalt/quota.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "hbase/client.pb.h"
#include "quota/operation_quota.h"
#include "quota/quota_manager.h"
#include "server/server_context.h"
#include "server/service/call.h"

namespace basalt::server {

class CallQuota {
 public:
  CallQuota() = default;
  CallQuota(CallQuota&&) noexcept = default;
  CallQuota& operator=(CallQuota&&) noexcept = default;
  ~CallQuota() {
    if (state_ != nullptr) End();
  }

  // One of these, once: kThrottled. The call outlives the quota.
  Status BeginBatch(const ServerContext& context, const Call& call, const TableDescriptor& table,
                    int64_t writes, int64_t reads, bool atomic) {
    if (!context.quotas().active()) return {};
    return BeginActiveBatch(context, call, table, writes, reads, atomic);
  }
  Status BeginGroup(const ServerContext& context, const Call& call, const TableDescriptor& table,
                    const hbase::pb::RegionAction& group, bool conditional) {
    if (!context.quotas().active()) return {};
    return BeginActiveGroup(context, call, table, group, conditional);
  }
  // `sequence`: the number of the scanner's call. `history` is updated at the end.
  Status BeginScan(const ServerContext& context, const Call& call, const TableDescriptor& table,
                   uint64_t sequence, quota::ScanHistory& history) {
    if (!context.quotas().active()) return {};
    return BeginActiveScan(context, call, table, sequence, history);
  }

  // To be called with every mutation before it is written: kSpaceLimit.
  Status AddMutation(const Mutation& mutation) {
    return state_ == nullptr ? Status() : AddActiveMutation(mutation);
  }
  void AddResult(const RowResult& row) {
    if (state_ != nullptr && state_->throttles != nullptr) state_->throttles->AddResult(row);
  }
  // How large a result of at most so many bytes may be.
  uint64_t LimitResult(uint64_t bytes) const {
    if (state_ == nullptr || state_->throttles == nullptr) return bytes;
    return std::min(bytes, state_->throttles->max_result_bytes());
  }
  // The work on the region has ended; what the call does from here on costs others.
  void Measure() {
    if (state_ != nullptr) MeasureActive();
  }

 private:
  struct State {
    const Call* call = nullptr;
    std::unique_ptr<quota::OperationQuota> throttles;
    std::optional<SpaceViolationPolicy> policy;
    quota::ScanHistory* history = nullptr;
    uint64_t charged_before = 0;
    std::chrono::steady_clock::time_point began;
    bool measured = false;
    uint64_t looked_at_bytes = 0;
    int64_t elapsed_ms = 0;
  };

  Status BeginActiveBatch(const ServerContext& context, const Call& call,
                          const TableDescriptor& table, int64_t writes, int64_t reads, bool atomic);
  Status BeginActiveGroup(const ServerContext& context, const Call& call,
                          const TableDescriptor& table, const hbase::pb::RegionAction& group,
                          bool conditional);
  Status BeginActiveScan(const ServerContext& context, const Call& call,
                         const TableDescriptor& table, uint64_t sequence,
                         quota::ScanHistory& history);
  void Prepare(const ServerContext& context, const Call& call, const TableDescriptor& table);
  Status AddActiveMutation(const Mutation& mutation);
  void MeasureActive();
  void End();

  std::unique_ptr<State> state_;
};

}  // namespace basalt::server
