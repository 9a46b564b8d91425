// AsyncScan: one scan of an AsyncTable: reads rows, hands them out, and reads on when it is told
// to. How rows are read is up to those that derive from it. Its steps follow each other on the
// workers; no two are at once. Owned by whoever has its next step to do.
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

  // Once. Waits like every operation while there are too many.
  void Begin();

 protected:
  // On a worker: reads, and then, there or later on a worker, calls HandOut or Finish.
  virtual void Read() = 0;
  // Gives up what is open for the scan; nothing more will be read.
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
