#include "load/process_meter.h"

#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <fmt/format.h>

namespace basalt::load {
namespace {

// The inodes of the sockets that listen on the port, from /proc.
std::set<std::string> ListeningSockets(uint16_t port) {
  constexpr std::string_view kListening = "0A";
  std::set<std::string> sockets;
  for (const char* file : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream table(file);
    std::string line;
    std::getline(table, line);
    while (std::getline(table, line)) {
      std::istringstream fields(line);
      std::string slot;
      std::string local;
      std::string remote;
      std::string state;
      std::string skipped;
      std::string inode;
      fields >> slot >> local >> remote >> state;
      for (int i = 0; i < 5; ++i) fields >> skipped;
      fields >> inode;
      if (state == kListening && local.ends_with(fmt::format(":{:04X}", port))) {
        sockets.insert(fmt::format("socket:[{}]", inode));
      }
    }
  }
  return sockets;
}

}  // namespace

std::optional<ProcessUse> ProcessMeter::Read() const {
  std::ifstream stat(fmt::format("/proc/{}/stat", pid_));
  std::string text;
  if (!std::getline(stat, text)) return std::nullopt;
  // The process name may contain spaces; the fields follow its last parenthesis.
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  ProcessUse use;
  use.cpu_s = (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  std::ifstream status(fmt::format("/proc/{}/status", pid_));
  while (std::getline(status, text)) {
    if (text.starts_with("VmRSS:")) use.memory_mb = std::stod(text.substr(6)) / 1024;
  }
  return use;
}

std::optional<int> ProcessMeter::FindListener(uint16_t port) {
  const std::set<std::string> sockets = ListeningSockets(port);
  if (sockets.empty()) return std::nullopt;
  std::error_code error;
  for (const auto& process : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = process.path().filename();
    int pid = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (parsed.ec != std::errc() || parsed.ptr != name.data() + name.size()) continue;
    std::error_code hidden;
    for (const auto& file : std::filesystem::directory_iterator(process.path() / "fd", hidden)) {
      const auto target = std::filesystem::read_symlink(file.path(), hidden);
      if (!hidden && sockets.contains(target.string())) return pid;
    }
  }
  return std::nullopt;
}

}  // namespace basalt::load
