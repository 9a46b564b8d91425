// ProgressWatch: tells how long a transfer has made no progress. One thread.
#pragma once

#include <chrono>
#include <cstddef>

namespace basalt::server {

class ProgressWatch {
 public:
  // Fewer bytes are no progress of a transfer that goes on: a client that takes or sends single
  // bytes holds memory as one does that takes or sends none.
  static constexpr size_t kProgressBytes = 64 << 10;

  // Bytes that went through.
  void Note(size_t bytes) {
    if ((bytes_ += bytes) >= kProgressBytes) Restart();
  }
  // There is nothing to transfer, or it is complete.
  void Restart() {
    bytes_ = 0;
    seconds_ = std::chrono::seconds(0);
  }
  // Called once a second; for how long there has been no progress.
  std::chrono::seconds Tick() { return seconds_++; }

 private:
  size_t bytes_ = 0;
  std::chrono::seconds seconds_{0};
};

}  // namespace basalt::server
