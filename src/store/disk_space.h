// DiskSpace: whether the disk has enough free space for writes. Checked by Look(), after each flush
// and compaction and by the server's chores. Writes only read a flag.
//
// Thread safe; shared by the store and its engine's listener.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "basalt/status.h"

namespace basalt::store {

// The minimum free space: in bytes, and in percent of the disk.
struct DiskLimit {
  uint64_t bytes = 0;
  uint32_t percent = 0;

  // The limit in bytes for a disk of that size.
  uint64_t BytesOf(uint64_t disk_bytes) const;
};

struct DiskRoom {
  uint64_t free_bytes = 0;
  uint64_t total_bytes = 0;
};

using DiskLook = std::function<std::optional<DiskRoom>(const std::string& path)>;

// The file system's numbers; nullopt if they are unavailable.
std::optional<DiskRoom> LookAtDisk(const std::string& path);

class DiskSpace {
 public:
  DiskSpace(std::string path, DiskLimit limit, DiskLook look)
      : path_(std::move(path)), look_(std::move(look)), limit_(limit) {}

  // Another limit; it holds from the next Look on.
  void SetLimit(DiskLimit limit);

  // Checks the disk. Returns whether writes changed between allowed and rejected.
  bool Look();

  bool low() const { return low_.load(std::memory_order_relaxed); }
  // kSpaceLimit if the last check found too little space.
  Status CheckWrite() const { return low() ? Refusal() : Status(); }

 private:
  Status Refusal() const;

  const std::string path_;
  const DiskLook look_;
  std::atomic<bool> low_{false};
  mutable std::mutex mutex_;  // guards limit_ and room_
  DiskLimit limit_;
  DiskRoom room_;
};

}  // namespace basalt::store
