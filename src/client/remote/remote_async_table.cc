#include "client/remote/remote_async_table.h"

#include <atomic>
#include <utility>

#include "base/call_limits.h"
#include "client/remote/batch_run.h"
#include "client/remote/remote_async_scan.h"
#include "client/remote/remote_async_shared.h"
#include "client/remote/row_call.h"

namespace basalt::client {
namespace {

using RowOutcome = Result<CheckAndMutateResult>;

using Shared = RemoteAsyncShared;

// One RowCall with its retries. The steps run one at a time.
class RowOperation : public std::enable_shared_from_this<RowOperation> {
 public:
  RowOperation(Shared& shared, RowCall call, const CallOptions& options,
               std::function<void(RowOutcome)> done)
      : shared_(shared),
        options_(base::WithDeadline(options)),
        attempts_(shared.cluster->options(), options_),
        call_(std::move(call)),
        done_(std::move(done)) {}

  void Try() {
    region_ = shared_.cluster->FindKnown(shared_.name, call_.row);
    if (region_ != nullptr) return Send();
    shared_.workers.Post([self = shared_from_this()] { self->Lookup(); });
  }

 private:
  void Lookup() {
    auto found =
        shared_.cluster->Find(shared_.name, call_.row, Locate::kHolding, attempts_.context());
    if (!found.ok()) return Failed(found.status());
    region_ = *std::move(found);
    Send();
  }

  void Send() {
    FillRegion(*region_, *call_.region);
    shared_.cluster->channels()
        .Get(region_->server, kClientService)
        ->Call(call_.method, *call_.request, call_.cells, attempts_.context(),
               [self = shared_from_this()](Result<RpcAnswer> answer) {
                 self->shared_.workers.Post(
                     [self, answer = std::move(answer)] { self->Take(answer); });
               });
  }

  void Take(const Result<RpcAnswer>& answer) {
    if (!answer.ok()) return Failed(answer.status());
    RowOutcome outcome = call_.parse(*answer);
    if (!outcome.ok()) return Failed(outcome.status());
    if (NeedsReread(call_.reread, attempts_.failures(), outcome->result)) {
      auto found = GetRow(*shared_.cluster, shared_.name, *call_.reread, options_);
      if (!found.ok()) return Finish(found.status());
      outcome->result = *std::move(found);
    }
    Finish(std::move(outcome));
  }

  void Failed(const Status& error) {
    const Status known =
        shared_.cluster->NoteFailure(shared_.name, region_, error, attempts_.context());
    const auto next = attempts_.Next(known);
    if (!next) return Finish(attempts_.Final(known));
    shared_.At(*next, options_.cancellation, [self = shared_from_this()] { self->Try(); });
  }

  void Finish(RowOutcome outcome) {
    // The callback, and what it captures, is destroyed before the operation ends.
    shared_.workers.End([&] { std::exchange(done_, nullptr)(std::move(outcome)); });
  }

  Shared& shared_;
  const CallOptions options_;
  Attempts attempts_;
  RowCall call_;
  RegionLocationPtr region_;
  std::function<void(RowOutcome)> done_;
};

// A batch: one BatchRun after the other, each in rounds of calls to the servers.
class BatchOperation : public std::enable_shared_from_this<BatchOperation> {
 public:
  BatchOperation(Shared& shared, std::vector<Action> actions, const CallOptions& options,
                 AsyncTable::Done<AsyncTable::BatchResult> done)
      : shared_(shared),
        options_(base::WithDeadline(options)),
        actions_(std::move(actions)),
        left_(actions_),
        done_(std::move(done)) {}

  // Called on a worker, as all steps except for the answers.
  void Run() {
    if (left_.empty()) {
      return shared_.workers.End([&] { std::exchange(done_, nullptr)(std::move(outcomes_)); });
    }
    const size_t count = RunLength(left_);
    run_.emplace(*shared_.cluster, shared_.name, left_.first(count), options_);
    left_ = left_.subspan(count);
    Round();
  }

 private:
  void Round() {
    parts_ = run_->Plan();
    answers_.assign(parts_.size(), Status(StatusCode::kInternal, "no answer yet"));
    if (parts_.empty()) return EndRound();
    missing_ = parts_.size();
    for (size_t i = 0; i < parts_.size(); ++i) {
      hbase::pb::MultiRequest request;
      Bytes cells;
      run_->Fill(parts_[i], request, cells);
      shared_.cluster->channels()
          .Get(parts_[i].server, kClientService)
          ->Call("Multi", request, cells, run_->context(),
                 [self = shared_from_this(), i](Result<RpcAnswer> answer) {
                   self->answers_[i] = std::move(answer);
                   if (--self->missing_ > 0) return;
                   self->shared_.workers.Post([self] { self->EndRound(); });
                 });
    }
  }

  void EndRound() {
    for (size_t i = 0; i < parts_.size(); ++i) run_->Take(parts_[i], answers_[i]);
    if (const auto next = run_->End()) {
      return shared_.At(*next, options_.cancellation, [self = shared_from_this()] {
        self->shared_.workers.Post([self] { self->Round(); });
      });
    }
    for (auto& outcome : run_->Outcomes()) outcomes_.push_back(std::move(outcome));
    Run();
  }

  Shared& shared_;
  const CallOptions options_;
  const std::vector<Action> actions_;
  std::span<const Action> left_;
  std::optional<BatchRun> run_;
  std::vector<BatchRun::Part> parts_;
  std::vector<Result<RpcAnswer>> answers_;
  std::atomic<size_t> missing_ = 0;
  AsyncTable::BatchResult outcomes_;
  AsyncTable::Done<AsyncTable::BatchResult> done_;
};

class RemoteAsyncTable : public AsyncTable {
 public:
  RemoteAsyncTable(std::shared_ptr<Cluster> cluster, TableName name, const AsyncOptions& options)
      : shared_{std::move(cluster), std::move(name), AsyncWorkers(options)} {}

  const TableName& name() const override { return shared_.name; }
  void Get(basalt::Get get, RowDone done, const CallOptions& options) override {
    BeginRow(PrepareGet(get), options, RowOnly(std::move(done)));
  }
  void Put(basalt::Put put, Done<Status> done, const CallOptions& options) override {
    Mutate(put, options, StatusOnly(std::move(done)));
  }
  void Delete(basalt::Delete del, Done<Status> done, const CallOptions& options) override {
    Mutate(del, options, StatusOnly(std::move(done)));
  }
  void Increment(basalt::Increment increment, RowDone done, const CallOptions& options) override {
    Mutate(increment, options, RowOnly(std::move(done)));
  }
  void Append(basalt::Append append, RowDone done, const CallOptions& options) override {
    Mutate(append, options, RowOnly(std::move(done)));
  }
  void MutateRow(RowMutations mutations, RowDone done, const CallOptions& options) override {
    BeginRow(PrepareTogether(*shared_.cluster, mutations.row(), mutations.mutations(), nullptr),
             options, RowOnly(std::move(done)));
  }
  void CheckAndMutate(basalt::CheckAndMutate check, Done<Result<CheckAndMutateResult>> done,
                      const CallOptions& options) override {
    BeginRow(PrepareCheck(*shared_.cluster, check), options, std::move(done));
  }
  void Batch(std::vector<Action> actions, Done<BatchResult> done,
             const CallOptions& options) override {
    shared_.workers.Begin();
    auto operation =
        std::make_shared<BatchOperation>(shared_, std::move(actions), options, std::move(done));
    shared_.workers.Post([operation = std::move(operation)] { operation->Run(); });
  }
  void Scan(basalt::Scan scan, TakeRows take, Done<Status> done,
            const CallOptions& options) override {
    std::make_shared<RemoteAsyncScan>(shared_, scan, options, std::move(take), std::move(done))
        ->Begin();
  }

 private:
  using OutcomeDone = std::function<void(RowOutcome)>;

  static OutcomeDone RowOnly(RowDone done) {
    return [done = std::move(done)](RowOutcome outcome) {
      if (!outcome.ok()) return done(outcome.status());
      done(std::move(outcome->result));
    };
  }
  static OutcomeDone StatusOnly(Done<Status> done) {
    return [done = std::move(done)](const RowOutcome& outcome) { done(outcome.status()); };
  }

  void Mutate(const Mutation& mutation, const CallOptions& options, OutcomeDone done) {
    BeginRow(PrepareMutation(*shared_.cluster, mutation, nullptr), options, std::move(done));
  }
  void BeginRow(Result<RowCall> call, const CallOptions& options, OutcomeDone done) {
    shared_.workers.Begin();
    if (!call.ok()) {
      // The callback is not called from inside of the call that starts the operation.
      shared_.workers.Post([this, error = call.status(), done = std::move(done)] {
        shared_.workers.End([&] { done(error); });
      });
      return;
    }
    std::make_shared<RowOperation>(shared_, *std::move(call), options, std::move(done))->Try();
  }

  Shared shared_;
};

}  // namespace

std::unique_ptr<AsyncTable> MakeRemoteAsyncTable(std::shared_ptr<Cluster> cluster, TableName name,
                                                 const AsyncOptions& options) {
  return std::make_unique<RemoteAsyncTable>(std::move(cluster), std::move(name), options);
}

}  // namespace basalt::client
