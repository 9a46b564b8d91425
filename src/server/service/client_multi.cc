// ClientService.Multi: many actions, grouped by region. Each group answers for itself: an error of
// one action, or of one group, leaves the others alone.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "server/service/call_quota.h"
#include "server/service/client_verbs.h"
#include "server/service/registrar.h"
#include "server/service/response_memory.h"
#include "server/service/verbs.h"
#include "wire/exceptions.h"
#include "wire/mutation_codec.h"
#include "wire/result_codec.h"

namespace basalt::server {
namespace {

using hbase::pb::Action;
using hbase::pb::RegionAction;
using hbase::pb::RegionActionResult;
using hbase::pb::ResultOrException;

class MultiCall {
 public:
  MultiCall(ServerContext& context, const Call& call, const hbase::pb::MultiRequest& request,
            hbase::pb::MultiResponse& response, Bytes& cells)
      : context_(context),
        call_(call),
        request_(request),
        response_(response),
        cells_(cells),
        block_(call.connection.codec, call.cell_block) {}

  Status Run() {
    if (!base::MayWait(call_.budget) && !CanBeGivenUp()) return call_.budget->BeforeWait();
    for (const RegionAction& group : request_.regionaction()) {
      RegionActionResult& result = *response_.add_regionactionresult();
      auto access = RegionAccess::Find(context_, call_, group.region());
      Status refused = access.status();
      if (access.ok()) {
        // It ends with the call: until then the call may be given up, and everything run again.
        quota_ = context_.quotas().active() ? &quotas_.emplace_back() : &unlimited_;
        refused = quota_->BeginGroup(context_, call_, (*access)->descriptor(), group,
                                     group.has_condition() || request_.has_condition());
      }
      if (!refused.ok()) {
        // The group's cells are still in the block, before those of the next.
        BASALT_RETURN_IF_ERROR(SkipGroup(group));
        Fail(refused, result);
        continue;
      }
      if (group.has_condition() || request_.has_condition() || group.atomic()) {
        BASALT_RETURN_IF_ERROR(RunTogether(*access, group, result));
      } else {
        BASALT_RETURN_IF_ERROR(RunEach(*access, group, result));
      }
      quota_->Measure();
    }
    for (const UncountedRead& read : uncounted_) read.access->CountRead(read.row, read.bytes);
    response_.mutable_regionstatistics();
    return {};
  }

 private:
  // Whether the batch can be run again if it is given up, as nothing is read after it has had its
  // one effect: gets alone, or puts and deletes of one region.
  bool CanBeGivenUp() const {
    bool reads = false;
    bool writes = false;
    if (request_.has_condition()) return false;
    for (const RegionAction& group : request_.regionaction()) {
      if (group.has_condition() || group.atomic()) return false;
      for (const Action& action : group.action()) {
        if (action.has_service_call()) return false;
        if (action.has_get()) reads = true;
        if (!action.has_mutation()) continue;
        writes = true;
        const auto type = action.mutation().mutate_type();
        if (type != hbase::pb::MutationProto::PUT && type != hbase::pb::MutationProto::DELETE) {
          return false;
        }
      }
    }
    return !writes || (!reads && request_.regionaction_size() == 1);
  }
  bool given_up() const { return call_.budget != nullptr && call_.budget->given_up(); }

  wire::CellBlockReader* block() { return call_.cell_block.empty() ? nullptr : &block_; }

  static void Fail(const Status& status, RegionActionResult& result) {
    result.clear_resultorexception();
    wire::FillException(status, *result.mutable_exception());
  }
  static void Fail(const Status& status, ResultOrException& result) {
    wire::FillException(status, *result.mutable_exception());
  }

  Status SkipGroup(const RegionAction& group) {
    for (const Action& action : group.action()) {
      if (action.has_mutation()) {
        BASALT_RETURN_IF_ERROR(wire::SkipCells(action.mutation(), block()));
      }
    }
    return {};
  }

  // Reads all mutations of a group that is one step. `problem`: the group cannot be run. A returned
  // error: the block is damaged.
  Status TakeMutations(const RegionAction& group, std::vector<Mutation>& mutations,
                       Status& problem) {
    for (const Action& action : group.action()) {
      if (!action.has_mutation()) {
        problem = {StatusCode::kDoNotRetry, "Atomic put and/or delete only, not a Get"};
        continue;
      }
      auto mutation = wire::ParseMutation(action.mutation(), block());
      if (!mutation.ok()) {
        problem = mutation.status();
        continue;
      }
      if (Status refused = quota_->AddMutation(*mutation); !refused.ok()) {
        problem = std::move(refused);
      }
      mutations.push_back(std::move(mutation).value());
    }
    if (problem.ok() && mutations.empty()) {
      problem = {StatusCode::kDoNotRetry, "A group of actions without any"};
    }
    return {};
  }

  // An atomic group answers by position, and all new cells come with the first answer, inside the
  // message.
  static void FillAtomic(size_t actions, const RowResult* row, bool processed,
                         RegionActionResult& result) {
    for (size_t i = 0; i < actions; ++i) {
      ResultOrException& one = *result.add_resultorexception();
      one.set_index(static_cast<uint32_t>(i));
      if (row == nullptr) continue;
      hbase::pb::Result& cells = *one.mutable_result();
      if (i == 0 && !row->empty()) wire::FillCells(*row, cells);
    }
    result.set_processed(processed);
  }

  // A group that happens whole or not at all, with or without a condition.
  Status RunTogether(const RegionAccess& access, const RegionAction& group,
                     RegionActionResult& result) {
    std::vector<Mutation> mutations;
    Status problem;
    BASALT_RETURN_IF_ERROR(TakeMutations(group, mutations, problem));
    if (problem.ok()) {
      const bool conditional = group.has_condition() || request_.has_condition();
      problem = conditional ? RunConditional(access, group, std::move(mutations), result)
                            : RunAtomic(access, mutations, result);
    }
    if (!problem.ok()) Fail(problem, result);
    return {};
  }

  Status RunAtomic(const RegionAccess& access, const std::vector<Mutation>& mutations,
                   RegionActionResult& result) {
    BASALT_ASSIGN_OR_RETURN(const RowResult row, access->MutateTogether(mutations));
    FillAtomic(mutations.size(), &row, true, result);
    response_.set_processed(true);
    return {};
  }

  Status RunConditional(const RegionAccess& access, const RegionAction& group,
                        std::vector<Mutation> mutations, RegionActionResult& result) {
    BASALT_ASSIGN_OR_RETURN(
        CheckAndMutate check,
        wire::ParseCondition(group.has_condition() ? group.condition() : request_.condition()));
    for (Mutation& mutation : mutations) check.Then(std::move(mutation));
    BASALT_ASSIGN_OR_RETURN(const CheckAndMutateResult outcome, access->CheckAndMutate(check));
    FillAtomic(mutations.size(), outcome.success ? &outcome.result : nullptr, outcome.success,
               result);
    response_.set_processed(outcome.success);
    return {};
  }

  // A put or delete that waits for the others of its group.
  struct Waiting {
    Mutation mutation;
    int at;  // its answer's place
  };

  Status RunEach(const RegionAccess& access, const RegionAction& group,
                 RegionActionResult& result) {
    std::vector<Waiting> waiting;
    waiting.reserve(static_cast<size_t>(group.action_size()));
    // A space quota that refuses one put or delete of the group refuses them all, as in HBase.
    Status refused;
    for (const Action& action : group.action()) {
      const int at = result.resultorexception_size();
      ResultOrException& one = *result.add_resultorexception();
      one.set_index(action.index());
      if (action.has_get()) {
        RunOneGet(access, action.get(), one);
        if (given_up()) return call_.budget->status();
      } else if (action.has_service_call()) {
        const Status status = RunEndpoint(context_, access, action.service_call(),
                                          *one.mutable_service_result()->mutable_value());
        if (!status.ok()) {
          one.clear_service_result();
          Fail(status, one);
        }
      } else if (action.has_mutation()) {
        auto mutation = wire::ParseMutation(action.mutation(), block());
        if (!mutation.ok()) {
          Fail(mutation.status(), one);
        } else if (mutation->type() == MutationType::kIncrement ||
                   mutation->type() == MutationType::kAppend) {
          const Nonce nonce{request_.noncegroup(), action.mutation().nonce()};
          const Status allowed = quota_->AddMutation(*mutation);
          FillOne(allowed.ok() ? RunDelta(context_, access, *mutation, nonce)
                               : Result<RowResult>(allowed),
                  one);
        } else {
          if (refused.ok()) refused = quota_->AddMutation(*mutation);
          waiting.push_back({std::move(mutation).value(), at});
        }
      } else {
        Fail(Status(StatusCode::kDoNotRetry, "Action has neither get nor mutation"), one);
      }
    }
    if (!refused.ok()) {
      for (const Waiting& each : waiting) Fail(refused, *result.mutable_resultorexception(each.at));
    } else if (!waiting.empty()) {
      WriteAll(access, waiting, result);
    }
    return given_up() ? call_.budget->status() : Status();
  }

  bool TooLarge() const {
    return cells_.size() + message_bytes_ >
           quota_->LimitResult(context_.startup_config().scanner_max_result_bytes);
  }

  Result<RowResult> Read(const RegionAccess& access, const hbase::pb::Get& message) {
    BASALT_ASSIGN_OR_RETURN(const Get get, CheckedGet(message));
    if (base::MayWait(call_.budget)) return access.ReadRow(get);
    size_t bytes = 0;
    auto row = access.ReadRowUncounted(get, bytes);
    if (row.ok()) uncounted_.push_back({access, get.row(), bytes});
    return row;
  }

  void RunOneGet(const RegionAccess& access, const hbase::pb::Get& get, ResultOrException& one) {
    if (TooLarge()) {
      Fail(Status(StatusCode::kResultTooLarge,
                  "Max size exceeded CellSize: " + std::to_string(cells_.size())),
           one);
      return;
    }
    auto row = Read(access, get);
    if (!row.ok()) {
      Fail(row.status(), one);
      return;
    }
    quota_->AddResult(*row);
    if (!get.existence_only() &&
        !TryMakeRoom(call_, call_.connection.codec, EncodedBytes(*row), cells_)) {
      Fail(Status(StatusCode::kResultTooLarge,
                  "There is no memory for more rows of the response now"),
           one);
      return;
    }
    message_bytes_ += call_.connection.codec == wire::CellCodec::kNone ? row->byte_size() : 0;
    FillGetResult(*row, get.existence_only(), call_.connection.codec, cells_,
                  *one.mutable_result());
    one.mutable_result()->set_stale(access.region().is_replica());
  }

  void FillOne(const Result<RowResult>& row, ResultOrException& one) {
    if (!row.ok()) {
      Fail(row.status(), one);
    } else {
      MakeRoom(call_, call_.connection.codec, EncodedBytes(*row), cells_);
      wire::FillResult(*row, call_.connection.codec, cells_, *one.mutable_result());
    }
  }

  static void WriteAll(const RegionAccess& access, const std::vector<Waiting>& waiting,
                       RegionActionResult& result) {
    std::vector<const Mutation*> mutations;
    mutations.reserve(waiting.size());
    for (const Waiting& each : waiting) mutations.push_back(&each.mutation);
    const std::vector<Status> outcomes = access->WriteEach(mutations);
    for (size_t i = 0; i < waiting.size(); ++i) {
      ResultOrException& one = *result.mutable_resultorexception(waiting[i].at);
      if (outcomes[i].ok()) {
        one.mutable_result();
      } else {
        Fail(outcomes[i], one);
      }
    }
  }

  // A read that counts when it is certain that the batch is not given up.
  struct UncountedRead {
    RegionAccess access;
    Bytes row;
    size_t bytes;
  };

  ServerContext& context_;
  const Call& call_;
  const hbase::pb::MultiRequest& request_;
  hbase::pb::MultiResponse& response_;
  Bytes& cells_;
  wire::CellBlockReader block_;
  size_t message_bytes_ = 0;
  std::vector<CallQuota> quotas_;
  CallQuota unlimited_;
  CallQuota* quota_ = nullptr;  // of the group that is being run
  std::vector<UncountedRead> uncounted_;
};

}  // namespace

void RegisterMultiVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar client(verbs, kClientService, context);
  client.Add<hbase::pb::MultiRequest, hbase::pb::MultiResponse>(
      "Multi", Lane::kBatch,
      [](ServerContext& context, const Call& call, const hbase::pb::MultiRequest& request,
         hbase::pb::MultiResponse& response,
         Bytes& cells) { return MultiCall(context, call, request, response, cells).Run(); });
}

}  // namespace basalt::server
