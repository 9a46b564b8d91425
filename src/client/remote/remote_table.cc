#include "client/remote/remote_table.h"

#include <atomic>
#include <future>
#include <optional>
#include <utility>

#include "base/call_limits.h"
#include "client/remote/batch_run.h"
#include "client/remote/remote_admin.h"
#include "client/remote/row_call.h"
#include "client/remote/scan_run.h"
#include "hbase/client.pb.h"
#include "model/mutation_check.h"
#include "wire/query_codec.h"

namespace basalt::client {
namespace {

namespace pb = hbase::pb;

Result<RowResult> Mutate(Cluster& cluster, const TableName& table, const Mutation& mutation,
                         const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(RowCall call, PrepareMutation(cluster, mutation, nullptr));
  BASALT_ASSIGN_OR_RETURN(auto result, RunRowCall(cluster, table, std::move(call), options));
  return std::move(result.result);
}

// The rows of a scan. While the caller uses the rows of one round trip, the next round trip is in
// progress; at most these two are in memory.
class RemoteScanner : public ResultScanner::Source {
 public:
  RemoteScanner(std::shared_ptr<Cluster> cluster, TableName table, const Scan& scan,
                CallOptions options)
      : run_(std::move(cluster), std::move(table), scan), options_(std::move(options)) {}
  ~RemoteScanner() override { Close(); }

  Result<bool> Next(RowResult& row) override {
    if (options_.cancellation.cancelled()) return base::Cancelled();
    for (;;) {
      if (auto& ready = run_.ready(); !ready.empty()) {
        row = std::move(ready.front());
        ready.pop_front();
        // Prefetches only after half of the rows: many scans end after a few.
        if (ready.size() <= taken_ / 2) AskAhead();
        return true;
      }
      if (run_.finished()) return false;
      BASALT_RETURN_IF_ERROR(Fetch());
    }
  }
  std::shared_ptr<const ScanMetrics> metrics() const override { return run_.metrics(); }

 private:
  // One successful round trip, with retries: opens the region's scanner or reads the next rows.
  Status Fetch() {
    Attempts attempts(run_.cluster().options(), options_);
    for (;;) {
      RegionLocationPtr region = run_.region();
      const Status status = Try(region, attempts.context());
      if (status.ok()) return status;
      ahead_ = nullptr;
      const Status known = run_.Failed(region, status, attempts.context());
      BASALT_RETURN_IF_ERROR(attempts.Again(known));
    }
  }

  Status Try(RegionLocationPtr& region, const RpcContext& context) {
    if (region == nullptr) {
      BASALT_ASSIGN_OR_RETURN(region, run_.Find(context));
    }
    BASALT_ASSIGN_OR_RETURN(const RpcAnswer answer, Answer(*region, context));
    BASALT_RETURN_IF_ERROR(run_.Take(region, answer));
    taken_ = run_.ready().size();
    return {};
  }

  // A prefetch: the next round trip, sent while the caller uses the rows of the last one.
  struct Ahead {
    std::promise<Result<RpcAnswer>> promise;
    // Set by the first of two events: the answer has arrived; the scanner was closed. The second
    // one closes the scanner on the server.
    std::atomic<bool> one_of_two = false;
  };

  void AskAhead() {
    if (ahead_ != nullptr || run_.region() == nullptr || run_.finished()) return;
    pb::ScanRequest request;
    if (!run_.Fill(*run_.region(), request).ok()) return;  // Fetch reports the error
    ahead_ = std::make_shared<Ahead>();
    const RpcContext context = Attempts(run_.cluster().options(), options_).context();
    auto channel = Channel(*run_.region());
    auto future = ahead_->promise.get_future();
    const auto came = [ahead = ahead_, channel, scanner = run_.scanner_id(),
                       close = CloseContext()](Result<RpcAnswer> answer) {
      const bool works = answer.ok();
      ahead->promise.set_value(std::move(answer));
      if (ahead->one_of_two.exchange(true) && works) {
        Send(*channel, ScanRun::CloseRequest(scanner), close);
      }
    };
    const uint32_t id = channel->Call("Scan", request, {}, context, came);
    ahead_answer_.emplace(std::move(channel), id, std::move(future));
  }

  Result<RpcAnswer> Answer(const RegionLocation& region, const RpcContext& context) {
    if (ahead_ != nullptr) {
      ahead_ = nullptr;
      return ahead_answer_->Wait(context);
    }
    pb::ScanRequest request;
    BASALT_RETURN_IF_ERROR(run_.Fill(region, request));
    return run_.cluster().channels().Call(region.server, kClientService, "Scan", request, {},
                                          context);
  }

  std::shared_ptr<RpcChannel> Channel(const RegionLocation& region) const {
    return run_.cluster().channels().Get(region.server, kClientService);
  }

  // Without the call's token: a cancelled scan is closed on the server, too.
  RpcContext CloseContext() const { return Attempts(run_.cluster().options()).context(); }

  // The answer is ignored: a scanner that stays open is closed when its lease expires.
  static void Send(RpcChannel& channel, const pb::ScanRequest& close, const RpcContext& context) {
    channel.Call("Scan", close, {}, context, [](const Result<RpcAnswer>&) {});
  }

  void Close() {
    // While a prefetch is in progress, its answer closes the scanner.
    if (ahead_ != nullptr && !ahead_->one_of_two.exchange(true)) return;
    pb::ScanRequest request;
    if (!run_.Close(request)) return;
    Send(*Channel(*run_.region()), request, CloseContext());
  }

  ScanRun run_;
  const CallOptions options_;
  size_t taken_ = 0;  // the number of rows of the last round trip
  std::shared_ptr<Ahead> ahead_;
  std::optional<RpcChannel::Pending> ahead_answer_;  // set while ahead_ is
};

// Sends the actions to their servers, all servers at once, and repeats those that failed as long as
// the errors and the deadline allow. REQUIRES: they fit into one run (RunLength).
std::vector<Result<RowResult>> RunOne(Cluster& cluster, const TableName& table,
                                      std::span<const Action> actions, const CallOptions& options) {
  BatchRun run(cluster, table, actions, options);
  for (;;) {
    const std::vector<BatchRun::Part> parts = run.Plan();
    std::vector<RpcChannel::Pending> answers;
    for (const BatchRun::Part& part : parts) {
      hbase::pb::MultiRequest request;
      Bytes cells;
      run.Fill(part, request, cells);
      answers.push_back(cluster.channels()
                            .Get(part.server, kClientService)
                            ->Start("Multi", request, cells, run.context()));
    }
    for (size_t i = 0; i < parts.size(); ++i) run.Take(parts[i], answers[i].Wait(run.context()));
    const auto next = run.End();
    if (!next) return run.Outcomes();
    // After a cancellation the next Plan ends all unfinished actions.
    run.context().cancellation.WaitUntil(*next);
  }
}

}  // namespace

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
  // A scan that cannot be encoded is refused here, not by the first Next.
  hbase::pb::Scan message;
  BASALT_RETURN_IF_ERROR(wire::FillScan(scan, message));
  return ResultScanner(std::make_unique<RemoteScanner>(cluster_, name_, scan, options));
}

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
  const CallOptions call = base::WithDeadline(options);
  std::vector<Result<RowResult>> outcomes;
  outcomes.reserve(actions.size());
  while (!actions.empty()) {
    const size_t count = RunLength(actions);
    for (auto& outcome : RunOne(*cluster_, name_, actions.first(count), call)) {
      outcomes.push_back(std::move(outcome));
    }
    actions = actions.subspan(count);
  }
  return outcomes;
}

}  // namespace basalt::client
