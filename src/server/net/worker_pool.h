// WorkerPool: a fixed number of threads and a bounded queue, for calls that may take long.
// Thread safe.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace basalt::server {

class WorkerPool {
 public:
  WorkerPool(size_t threads, size_t max_queued);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // False: the queue is full, or the pool is stopping; the work will not run.
  [[nodiscard]] bool Submit(std::function<void()> work);
  // Takes nothing more, runs what is queued, and waits for it.
  void Stop();

 private:
  void Loop();

  const size_t max_queued_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace basalt::server
