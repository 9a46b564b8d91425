#include "client/remote/remote_async_scan.h"

#include <iterator>
#include <utility>

namespace basalt::client {

RemoteAsyncScan::RemoteAsyncScan(RemoteAsyncShared& shared, const Scan& scan, CallOptions options,
                                 AsyncTable::TakeRows take, AsyncTable::Done<Status> done)
    : AsyncScan(shared.workers, std::move(take), std::move(done)),
      shared_(shared),
      run_(shared.cluster, shared.name, scan),
      options_(std::move(options)) {}

std::shared_ptr<RemoteAsyncScan> RemoteAsyncScan::Self() {
  return std::static_pointer_cast<RemoteAsyncScan>(shared_from_this());
}

void RemoteAsyncScan::Read() {
  if (auto& ready = run_.ready(); !ready.empty()) {
    AsyncTable::Rows rows(std::make_move_iterator(ready.begin()),
                          std::make_move_iterator(ready.end()));
    ready.clear();
    return HandOut(std::move(rows));
  }
  if (run_.finished()) return Finish({});
  attempts_.emplace(shared_.cluster->options(), options_);
  Try();
}

void RemoteAsyncScan::Try() {
  region_ = run_.region();
  if (region_ == nullptr) {
    auto found = run_.Find(attempts_->context());
    if (!found.ok()) return Failed(found.status());
    region_ = *std::move(found);
  }
  Send();
}

void RemoteAsyncScan::Send() {
  hbase::pb::ScanRequest request;
  if (const Status status = run_.Fill(*region_, request); !status.ok()) return Failed(status);
  shared_.cluster->channels()
      .Get(region_->server, kClientService)
      ->Call("Scan", request, {}, attempts_->context(), [self = Self()](Result<RpcAnswer> answer) {
        self->workers().Post([self, answer = std::move(answer)] { self->Take(answer); });
      });
}

void RemoteAsyncScan::Take(const Result<RpcAnswer>& answer) {
  const Status status = answer.ok() ? run_.Take(region_, *answer) : answer.status();
  if (!status.ok()) return Failed(status);
  Read();
}

void RemoteAsyncScan::Failed(const Status& error) {
  const Status known = run_.Failed(region_, error, attempts_->context());
  const auto next = attempts_->Next(known);
  if (!next) {
    Close();
    return Finish(attempts_->Final(known));
  }
  shared_.At(*next, options_.cancellation,
             [self = Self()] { self->workers().Post([self] { self->Try(); }); });
}

void RemoteAsyncScan::Close() {
  hbase::pb::ScanRequest request;
  if (!run_.Close(request)) return;
  // The answer is ignored: a scanner that stays open is closed when its lease expires.
  shared_.cluster->channels()
      .Get(run_.region()->server, kClientService)
      ->Call("Scan", request, {}, Attempts(shared_.cluster->options()).context(),
             [](const Result<RpcAnswer>&) {});
}

}  // namespace basalt::client
