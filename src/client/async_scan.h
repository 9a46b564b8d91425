// AsyncScan: one scan of an AsyncTable: reads a batch of rows, passes it to the caller's function,
// and reads the next one when the caller asks for it. Derived classes read the rows. The steps run
// on the workers, one at a time. Whoever runs the next step owns the scan.
#pragma once

#include <memory>

#include "basalt/async_table.h"
#include "client/async_workers.h"

namespace basalt::client {

class AsyncScan : public std::enable_shared_from_this<AsyncScan> {
 public:
  // `workers` must outlive the scan's end.
  AsyncScan(AsyncWorkers& workers, AsyncTable::TakeRows take, AsyncTable::Done<Status> done)
      : workers_(workers), take_(std::move(take)), done_(std::move(done)) {}
  virtual ~AsyncScan() = default;
  AsyncScan(const AsyncScan&) = delete;
  AsyncScan& operator=(const AsyncScan&) = delete;

  // Starts the scan; called once. Blocks, as every operation, while too many are in progress.
  void Begin();

 protected:
  // Called on a worker. Reads rows and calls HandOut or Finish, at once or later, on a worker.
  virtual void Read() = 0;
  // Frees what the scan holds open; Read is not called again.
  virtual void Close() = 0;

  void HandOut(AsyncTable::Rows rows);
  void Finish(const Status& status);
  AsyncWorkers& workers() { return workers_; }

 private:
  class Turn;
  void GoOn(bool more);

  AsyncWorkers& workers_;
  AsyncTable::TakeRows take_;
  AsyncTable::Done<Status> done_;
};

}  // namespace basalt::client
