#include "base/thread_pool.h"

#include <utility>

namespace basalt::base {
namespace {

// The pool whose thread this is; nullptr on other threads. Written once, by the thread itself.
thread_local const ThreadPool* pool_of_this_thread = nullptr;

}  // namespace

ThreadPool::ThreadPool(size_t threads, size_t max_queued) : max_queued_(max_queued) {
  threads_.reserve(threads);
  for (size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Loop(); });
}

ThreadPool::~ThreadPool() { Stop(); }

bool ThreadPool::Submit(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || queue_.size() >= max_queued_) return false;
    queue_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

bool ThreadPool::Full() const {
  const std::lock_guard lock(mutex_);
  return stopping_ || queue_.size() >= max_queued_;
}

bool ThreadPool::RunsThisThread() const { return pool_of_this_thread == this; }

void ThreadPool::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void ThreadPool::Loop() {
  pool_of_this_thread = this;
  while (true) {
    std::function<void()> work;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      if (queue_.empty()) return;
      work = std::move(queue_.front());
      queue_.pop_front();
    }
    work();
  }
}

}  // namespace basalt::base
