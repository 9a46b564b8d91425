#include "server_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace basalt::conformance {
namespace {

[[noreturn]] void Die(const char* what) {
  std::perror(what);
  std::abort();
}

// The number after the last colon of the next line.
uint16_t PortOf(std::FILE* announcement) {
  char line[4096];
  if (std::fgets(line, sizeof(line), announcement) == nullptr) Die("the server did not start");
  const std::string text = line;
  return static_cast<uint16_t>(std::atoi(text.c_str() + text.rfind(':') + 1));
}

}  // namespace

ServerProcess::ServerProcess(std::string advertise) : advertise_(std::move(advertise)) { Start(); }

ServerProcess::~ServerProcess() {
  if (process_ > 0) Stop(SIGKILL);
}

void ServerProcess::Start() {
  int ends[2];
  if (::pipe(ends) != 0) Die("pipe");
  process_ = ::fork();
  if (process_ < 0) Die("fork");
  if (process_ == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    const std::string data = directory_.Sub("data");
    const std::string rpc = std::to_string(rpc_port_);
    const std::string master = std::to_string(master_port_);
    const std::string zookeeper = std::to_string(zookeeper_port_);
    ::execl(BASALT_PROGRAM, "basalt", "server", "--data", data.c_str(), "--bind", "127.0.0.1",
            "--rpc-port", rpc.c_str(), "--master-port", master.c_str(), "--zookeeper-port",
            zookeeper.c_str(), advertise_.empty() ? nullptr : "--advertise", advertise_.c_str(),
            nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);
  std::FILE* announcement = ::fdopen(ends[0], "r");
  char line[4096];
  if (std::fgets(line, sizeof(line), announcement) == nullptr) Die("the server did not start");
  rpc_port_ = PortOf(announcement);
  master_port_ = PortOf(announcement);
  zookeeper_port_ = PortOf(announcement);
  std::fclose(announcement);
}

void ServerProcess::Stop(int signal) {
  ::kill(process_, signal);
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

}  // namespace basalt::conformance
