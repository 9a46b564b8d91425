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

ServerProcess::ServerProcess(std::string advertise, std::vector<std::string> settings)
    : advertise_(std::move(advertise)), settings_(std::move(settings)) {
  Start();
}

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
    std::vector<std::string> words = {"basalt",           "server",
                                      "--data",           directory_.Sub("data"),
                                      "--bind",           "127.0.0.1",
                                      "--rpc-port",       std::to_string(rpc_port_),
                                      "--master-port",    std::to_string(master_port_),
                                      "--zookeeper-port", std::to_string(zookeeper_port_)};
    if (!advertise_.empty()) words.insert(words.end(), {"--advertise", advertise_});
    for (const std::string& setting : settings_) words.insert(words.end(), {"--set", setting});
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(BASALT_PROGRAM, argv.data());
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
