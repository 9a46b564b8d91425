// RemoteAsyncScan: a scan of servers that nobody waits for: a ScanRun whose calls are entries of
// their channels and whose pauses are timers. One answer at a time is in memory. As AsyncScan says.
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
  std::optional<Attempts> attempts_;  // of the round trip that is under way
  RegionLocationPtr region_;          // which it goes to
};

}  // namespace basalt::client
