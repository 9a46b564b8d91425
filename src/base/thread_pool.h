// ThreadPool: a fixed number of threads and one queue of work with an upper bound. Work starts in
// the order in which it was submitted. Thread safe; the owner must not destroy the pool from one of
// the pool's own threads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace basalt::base {

class ThreadPool {
 public:
  // For an owner that bounds its work by other means.
  static constexpr size_t kUnboundedQueue = std::numeric_limits<size_t>::max();

  // REQUIRES: threads >= 1. `max_queued`: how much work may wait for a thread.
  ThreadPool(size_t threads, size_t max_queued);
  // Calls Stop().
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Queues the work and returns true. Returns false when the queue is full or Stop() has been
  // called: the work is destroyed and never runs. The work must not throw.
  [[nodiscard]] bool Submit(std::function<void()> work);

  // Whether Submit would return false now. For owners whose work is costly to make.
  bool Full() const;

  // Whether the calling thread belongs to this pool: waiting there for other work of the pool may
  // wait forever.
  bool RunsThisThread() const;

  // Accepts nothing more, runs what is queued, and returns when all of it has ended. May be called
  // more than once, by one thread at a time. REQUIRES: not called by a thread of the pool.
  void Stop();

 private:
  void Loop();

  const size_t max_queued_;
  mutable std::mutex mutex_;  // guards queue_ and stopping_
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;  // fixed once constructed
};

}  // namespace basalt::base
