// VictimServer: a `basalt server` process that is killed and started again while clients use it. It
// knows when each of its lives ended, which bounds what a lost call can have done: a process that
// has ended writes nothing.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server_process.h"

namespace basalt::history {

// Thread safe.
class VictimServer {
 public:
  VictimServer() = default;

  std::string url() const { return url_; }
  // The number of the life that is or was last; a new one begins after the last has ended.
  size_t life();
  // When that life ended; waits for its end, but not past the limit.
  std::optional<int64_t> EndOf(size_t life, int64_t limit_ms);
  // Waits until the server is up; false when that takes more than a minute.
  bool AwaitUp();
  // Ends this life by the signal and begins the next.
  void Restart(int signal);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  conformance::ServerProcess process_;
  const std::string url_ = process_.url();
  // When each life that is over ended; the current one is ends_.size().
  std::vector<int64_t> ends_;
  bool up_ = true;
};

}  // namespace basalt::history
