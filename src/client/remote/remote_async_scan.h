// RemoteAsyncScan: the AsyncScan of servers: a ScanRun that blocks no thread: its calls are entries
// of their channels and its pauses are timers. One answer at a time is in memory.
#pragma once

#include <optional>

#include "client/async_scan.h"
#include "client/remote/remote_async_shared.h"
#include "client/remote/scan_run.h"

namespace basalt::client {

class RemoteAsyncScan : public AsyncScan {
 public:
  RemoteAsyncScan(RemoteAsyncShared& shared, const Scan& scan, CallOptions options,
                  AsyncTable::TakeRows take, AsyncTable::Done<Status> done);

 protected:
  void Read() override;
  void Close() override;

 private:
  std::shared_ptr<RemoteAsyncScan> Self();
  void Try();
  void Send();
  void Take(const Result<RpcAnswer>& answer);
  void Failed(const Status& error);

  RemoteAsyncShared& shared_;
  ScanRun run_;
  const CallOptions options_;
  std::optional<Attempts> attempts_;  // of the round trip in progress
  RegionLocationPtr region_;          // where that round trip goes
};

}  // namespace basalt::client
