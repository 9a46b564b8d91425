// ProcessMeter: CPU time and memory of a local process, from /proc. A value type; one thread.
#pragma once

#include <cstdint>
#include <optional>

namespace basalt::load {

struct ProcessUse {
  double cpu_s = 0;
  double memory_mb = 0;
};

class ProcessMeter {
 public:
  explicit ProcessMeter(int pid) : pid_(pid) {}
  int pid() const { return pid_; }
  // nullopt if there is no such process.
  std::optional<ProcessUse> Read() const;

  // The process that listens on the local port, if /proc lets us find it.
  static std::optional<int> FindListener(uint16_t port);

 private:
  int pid_;
};

}  // namespace basalt::load
