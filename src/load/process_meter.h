// ProcessMeter: the processor time and memory of a process on this machine, from /proc. A value;
// one thread.
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
  // nullopt: there is no such process.
  std::optional<ProcessUse> Read() const;

  // The process that listens on the port of this machine, if it may be looked at.
  static std::optional<int> FindListener(uint16_t port);

 private:
  int pid_;
};

}  // namespace basalt::load
