// ServerProcess: a server as a child process that prints its ports as a line of JSON, and its
// resource usage. The child ends with the object, at the latest with this process.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace basalt::bench {

class ServerProcess {
 public:
  // Ends the program with a message when the child does not come up.
  explicit ServerProcess(const std::vector<std::string>& command);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  uint16_t port() const { return port_; }
  // Processor time so far, user and system.
  double CpuSeconds() const;
  long ResidentKb() const { return StatusField("VmRSS:"); }
  long PeakKb() const { return StatusField("VmHWM:"); }
  int OpenFiles() const;
  bool Alive() const;

 private:
  long StatusField(const char* name) const;

  pid_t pid_ = -1;
  uint16_t port_ = 0;
};

}  // namespace basalt::bench
