// How much memory this process may use: the machine's, or less if its control group has a limit, as
// in a container.
#pragma once

#include <cstdint>
#include <string>

namespace basalt::base {

// The least of the machine's memory and the limits of the control groups (version 1 or 2) that the
// process is in. Pure reading of the system's files; thread safe.
uint64_t MemoryLimit();

// The limit of control groups alone, UINT64_MAX without one. `membership`: the content of
// /proc/self/cgroup. `mount`: where control groups are mounted, usually /sys/fs/cgroup.
uint64_t ControlGroupMemoryLimit(const std::string& membership, const std::string& mount);

}  // namespace basalt::base
