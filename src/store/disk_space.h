// DiskSpace: whether the disk has room for writes. It is looked at now and then, by whoever calls
// Look: after each flush and compaction, and by a server's chores. Writes only read a flag.
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

// The least that must be free: so many bytes, and so many percent of the disk.
struct DiskLimit {
  uint64_t bytes = 0;
  uint32_t percent = 0;

  // For a disk of that size.
  uint64_t BytesOf(uint64_t disk_bytes) const;
};

struct DiskRoom {
  uint64_t free_bytes = 0;
  uint64_t total_bytes = 0;
};

using DiskLook = std::function<std::optional<DiskRoom>(const std::string& path)>;

// What the file system says. nullopt: it says nothing.
std::optional<DiskRoom> LookAtDisk(const std::string& path);

class DiskSpace {
 public:
  DiskSpace(std::string path, DiskLimit limit, DiskLook look)
      : path_(std::move(path)), limit_(limit), look_(std::move(look)) {}

  // Looks at the disk. Returns whether that changed what is done with writes.
  bool Look();

  bool low() const { return low_.load(std::memory_order_relaxed); }
  // kSpaceLimit when the room was below the limit the last time somebody looked.
  Status CheckWrite() const { return low() ? Refusal() : Status(); }

 private:
  Status Refusal() const;

  const std::string path_;
  const DiskLimit limit_;
  const DiskLook look_;
  std::atomic<bool> low_{false};
  mutable std::mutex mutex_;
  DiskRoom room_;
};

}  // namespace basalt::store
