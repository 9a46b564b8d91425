// AsyncWorkers: the threads of an AsyncTable and the count of its operations. An operation begins,
// does its work in any number of steps, on these threads or elsewhere, and ends on one of them.
// Thread safe. Destruction waits for the operations that have begun.
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

  // Counts an operation. Blocks while the limit is reached, except on one of these threads, which
  // the operations in progress need.
  void Begin();
  // Runs the work on one of these threads. REQUIRES: it belongs to an operation that has begun.
  void Post(std::function<void()> work);
  // Ends an operation: makes room for another one, then calls `tell`. Called on one of these
  // threads.
  void End(const std::function<void()>& tell);

 private:
  const int limit_;
  std::mutex mutex_;  // guards under_way_ and alive_
  std::condition_variable changed_;
  int under_way_ = 0;
  int alive_ = 0;          // those, and those whose callback is running
  base::ThreadPool pool_;  // its queue is bounded by the operations, which Begin counts
};

}  // namespace basalt::client
