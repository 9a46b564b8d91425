// PowerDisk: tracks which content of the files below a directory has reached the disk, and
// simulates the state after a power failure.
//
// Defines the C library's functions that change files, like io_hook.cc, and must not be linked with
// it. A failure may lose any part of what was not synced: pages of files, which then have their old
// content or zeros, the growth of files, and new, renamed and removed names of a directory since it
// was synced. One object at a time; its methods are thread safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace basalt::crash {

class PowerDisk {
 public:
  // `root`: the directory to watch; it need not exist yet, but its parent must.
  explicit PowerDisk(const std::string& root);
  ~PowerDisk();
  PowerDisk(const PowerDisk&) = delete;
  PowerDisk& operator=(const PowerDisk&) = delete;

  // Calls `fail` with a number (1, 2, ...) before every `every`th change, in the thread that makes
  // it. No file below the root changes meanwhile.
  void FailEvery(uint64_t every, std::function<void(uint64_t number)> fail);

  // Copies what would be found now to `target`, if nothing survived that was not synced.
  // REQUIRES: called by `fail`, as are the next.
  void CopyDurable(const std::string& target);
  // The same with a random part of what was not synced.
  void CopyAfterCut(const std::string& target, uint64_t seed);
};

}  // namespace basalt::crash
