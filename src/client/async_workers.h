// AsyncWorkers: the threads of an AsyncTable and the count of its operations. An operation begins,
// does its work in any number of steps, on these threads or elsewhere, and ends on one of them.
// Thread safe. Destruction waits until all that has begun has ended.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

#include "basalt/async_table.h"
#include "base/thread_pool.h"

namespace basalt::client {

class AsyncWorkers {
 public:
  explicit AsyncWorkers(const AsyncOptions& options);
  ~AsyncWorkers();
  AsyncWorkers(const AsyncWorkers&) = delete;
  AsyncWorkers& operator=(const AsyncWorkers&) = delete;

  // One more operation. Waits while there are too many, but not on one of these threads: they are
  // what the others need to end.
  void Begin();
  // Runs the work on one of these threads. REQUIRES: it belongs to an operation that has begun.
  void Post(std::function<void()> work);
  // Ends an operation: makes room for another, then tells. On one of these threads.
  void End(const std::function<void()>& tell);

 private:
  const int limit_;
  std::mutex mutex_;  // guards the two below
  std::condition_variable changed_;
  int under_way_ = 0;
  int alive_ = 0;          // those, and those that are being told of
  base::ThreadPool pool_;  // its queue is bounded by the operations, which Begin counts
};

}  // namespace basalt::client
