#include "rpc/server_process.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include "load/process_meter.h"

namespace basalt::bench {
namespace {

long Field(const std::string& line, const char* key) {
  const size_t at = line.find(key);
  return at == std::string::npos ? 0 : std::atol(line.c_str() + at + std::strlen(key));
}

}  // namespace

ServerProcess::ServerProcess(const std::vector<std::string>& command) {
  int pipe_ends[2];
  if (::pipe(pipe_ends) != 0) std::exit(1);
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(pipe_ends[1], STDOUT_FILENO);
    std::vector<char*> arguments;
    for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    std::perror(arguments[0]);
    ::_exit(127);
  }
  ::close(pipe_ends[1]);
  std::string line;
  for (char byte = 0; ::read(pipe_ends[0], &byte, 1) == 1 && byte != '\n';) line.push_back(byte);
  ::close(pipe_ends[0]);
  port_ = static_cast<uint16_t>(Field(line, "\"rpc_port\":"));
  if (port_ == 0) {
    std::cerr << "the server did not start: " << line << '\n';
    std::exit(1);
  }
}

ServerProcess::~ServerProcess() {
  ::kill(pid_, SIGTERM);
  ::waitpid(pid_, nullptr, 0);
}

double ServerProcess::CpuSeconds() const {
  const auto use = load::ProcessMeter(pid_).Read();
  return use ? use->cpu_s : 0;
}

long ServerProcess::StatusField(const char* name) const {
  std::ifstream in(fmt::format("/proc/{}/status", pid_));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(name)) return std::atol(line.c_str() + std::strlen(name));
  }
  return 0;
}

int ServerProcess::OpenFiles() const {
  std::error_code error;
  const std::filesystem::directory_iterator files(fmt::format("/proc/{}/fd", pid_), error);
  return static_cast<int>(std::distance(begin(files), end(files)));
}

bool ServerProcess::Alive() const { return ::waitpid(pid_, nullptr, WNOHANG) == 0; }

}  // namespace basalt::bench
