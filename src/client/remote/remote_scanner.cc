// Scans of a remote table for one who waits. While the rows of one round trip are used the next
// one is under way; there is never more than that in memory.
#include <atomic>
#include <future>
#include <optional>
#include <utility>

#include "base/call_limits.h"
#include "client/remote/remote_table.h"
#include "client/remote/scan_run.h"
#include "hbase/client.pb.h"

namespace basalt::client {
namespace {

namespace pb = hbase::pb;

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
        // Not from the start: many scans are left after a few rows.
        if (ready.size() <= taken_ / 2) AskAhead();
        return true;
      }
      if (run_.finished()) return false;
      BASALT_RETURN_IF_ERROR(Fetch());
    }
  }
  std::shared_ptr<const ScanMetrics> metrics() const override { return run_.metrics(); }

 private:
  // One round trip that works: opens the region's scanner, or asks it for more.
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

  // The next round trip, begun while the rows of the last one are being used.
  struct Ahead {
    std::promise<Result<RpcAnswer>> promise;
    // Set by the first of two: the answer has come, and nobody wants it any more.
    std::atomic<bool> one_of_two = false;
  };

  void AskAhead() {
    if (ahead_ != nullptr || run_.region() == nullptr || run_.finished()) return;
    pb::ScanRequest request;
    if (!run_.Fill(*run_.region(), request).ok()) return;  // told when it is asked for
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

  // A scan that was cancelled is closed all the same.
  RpcContext CloseContext() const { return Attempts(run_.cluster().options()).context(); }

  // Nobody waits for it: a scanner that stays open ends by its lease.
  static void Send(RpcChannel& channel, const pb::ScanRequest& close, const RpcContext& context) {
    channel.Call("Scan", close, {}, context, [](const Result<RpcAnswer>&) {});
  }

  void Close() {
    // A scanner that is at work is closed after it.
    if (ahead_ != nullptr && !ahead_->one_of_two.exchange(true)) return;
    pb::ScanRequest request;
    if (!run_.Close(request)) return;
    Send(*Channel(*run_.region()), request, CloseContext());
  }

  ScanRun run_;
  const CallOptions options_;
  size_t taken_ = 0;  // how many were ready after the last round trip
  std::shared_ptr<Ahead> ahead_;
  std::optional<RpcChannel::Pending> ahead_answer_;  // when there is one
};

}  // namespace

std::unique_ptr<ResultScanner::Source> MakeScannerSource(std::shared_ptr<Cluster> cluster,
                                                         TableName table, const Scan& scan,
                                                         const CallOptions& options) {
  return std::make_unique<RemoteScanner>(std::move(cluster), std::move(table), scan, options);
}

}  // namespace basalt::client
