#include "base/memory_limit.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "base/file_ops.h"

namespace basalt::base {
namespace {

// UINT64_MAX if the file is missing or says "max". Version 1 says a number near 2^63 for no limit.
uint64_t ReadLimit(const std::string& path) {
  const std::string text = ReadFile(path).value_or("");
  uint64_t limit = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), limit);
  constexpr uint64_t kNoLimit = 1ULL << 60;
  return parsed.ec != std::errc() || limit >= kNoLimit ? UINT64_MAX : limit;
}

// The least limit of a group and of those above it. In a container the group's path may be the
// host's, and the mount shows the container's own group as its root.
uint64_t LeastLimit(const std::string& root, std::string group, const std::string& file) {
  uint64_t least = ReadLimit(root + "/" + file);
  while (!group.empty() && group != "/") {
    least = std::min(least, ReadLimit(root + group + "/" + file));
    group.resize(group.rfind('/'));
  }
  return least;
}

}  // namespace

uint64_t ControlGroupMemoryLimit(const std::string& membership, const std::string& mount) {
  uint64_t least = UINT64_MAX;
  std::istringstream lines(membership);
  // "<number>:<controllers, none in version 2>:<path>"
  for (std::string line; std::getline(lines, line);) {
    const size_t first = line.find(':');
    const size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (group.empty() || group.front() != '/') continue;
    if (controllers == ",,") {
      least = std::min(least, LeastLimit(mount, group, "memory.max"));
    } else if (controllers.find(",memory,") != std::string::npos) {
      least = std::min(least, LeastLimit(mount + "/memory", group, "memory.limit_in_bytes"));
    }
  }
  return least;
}

uint64_t MemoryLimit() {
  const auto machine = static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                       static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::string membership = ReadFile("/proc/self/cgroup").value_or("");
  return std::min(machine, ControlGroupMemoryLimit(membership, "/sys/fs/cgroup"));
}

}  // namespace basalt::base
