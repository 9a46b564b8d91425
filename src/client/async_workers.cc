#include "client/async_workers.h"

#include <algorithm>
#include <utility>

namespace basalt::client {

AsyncWorkers::AsyncWorkers(const AsyncOptions& options)
    : limit_(std::max(options.max_under_way, 1)),
      pool_(static_cast<size_t>(std::max(options.threads, 1)), base::ThreadPool::kUnboundedQueue) {}

AsyncWorkers::~AsyncWorkers() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return alive_ == 0; });
  }
  pool_.Stop();
}

void AsyncWorkers::Begin() {
  const bool may_wait = !pool_.RunsThisThread();
  std::unique_lock lock(mutex_);
  if (may_wait) changed_.wait(lock, [&] { return under_way_ < limit_; });
  ++under_way_;
  ++alive_;
}

void AsyncWorkers::Post(std::function<void()> work) {
  // Refused only after Stop, which waits for the operations that could still post.
  (void)pool_.Submit(std::move(work));
}

void AsyncWorkers::End(const std::function<void()>& tell) {
  {
    const std::lock_guard lock(mutex_);
    --under_way_;
    changed_.notify_all();
  }
  tell();
  const std::lock_guard lock(mutex_);
  --alive_;
  changed_.notify_all();
}

}  // namespace basalt::client
