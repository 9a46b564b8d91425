#include "victim_server.h"

#include <chrono>

#include "history.h"

namespace basalt::history {

size_t VictimServer::life() {
  const std::lock_guard lock(mutex_);
  return ends_.size();
}

std::optional<int64_t> VictimServer::EndOf(size_t life, int64_t limit_ms) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, std::chrono::milliseconds(limit_ms),
                         [&] { return ends_.size() > life; })) {
    return std::nullopt;
  }
  return ends_[life];
}

bool VictimServer::AwaitUp() {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::minutes(1), [&] { return up_; });
}

void VictimServer::Restart(int signal) {
  {
    const std::lock_guard lock(mutex_);
    up_ = false;
  }
  process_.Stop(signal);
  {
    // After the process has ended and before the next one begins: see the class comment.
    const std::lock_guard lock(mutex_);
    ends_.push_back(NowNs());
  }
  changed_.notify_all();
  process_.Start();
  {
    const std::lock_guard lock(mutex_);
    up_ = true;
  }
  changed_.notify_all();
}

}  // namespace basalt::history
