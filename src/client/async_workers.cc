#include "client/async_workers.h"

#include <algorithm>

namespace basalt::client {

AsyncWorkers::AsyncWorkers(const AsyncOptions& options)
    : limit_(std::max(options.max_under_way, 1)),
      pool_(static_cast<size_t>(std::max(options.threads, 1))) {}

AsyncWorkers::~AsyncWorkers() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return alive_ == 0; });
  }
  pool_.join();
}

void AsyncWorkers::Begin() {
  const bool may_wait = !pool_.get_executor().running_in_this_thread();
  std::unique_lock lock(mutex_);
  if (may_wait) changed_.wait(lock, [&] { return under_way_ < limit_; });
  ++under_way_;
  ++alive_;
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
