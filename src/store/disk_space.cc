#include "store/disk_space.h"

#include <sys/statvfs.h>

#include <algorithm>

#include <fmt/format.h>

namespace basalt::store {
namespace {

std::string Megabytes(uint64_t bytes) { return fmt::format("{} MB", bytes >> 20); }

// Hysteresis: writes resume when there is this much more than the limit, so that they do not stop
// and resume with every compaction.
constexpr uint64_t kMarginDivisor = 10;

}  // namespace

uint64_t DiskLimit::BytesOf(uint64_t disk_bytes) const {
  return std::max(bytes, disk_bytes / 100 * percent);
}

std::optional<DiskRoom> LookAtDisk(const std::string& path) {
  struct statvfs state;
  if (::statvfs(path.c_str(), &state) != 0) return std::nullopt;
  const uint64_t block = state.f_frsize;
  return DiskRoom{static_cast<uint64_t>(state.f_bavail) * block,
                  static_cast<uint64_t>(state.f_blocks) * block};
}

void DiskSpace::SetLimit(DiskLimit limit) {
  const std::lock_guard lock(mutex_);
  limit_ = limit;
}

bool DiskSpace::Look() {
  const auto room = look_(path_);
  if (!room) return false;
  const std::lock_guard lock(mutex_);
  room_ = *room;
  uint64_t wanted = limit_.BytesOf(room->total_bytes);
  if (low()) wanted += wanted / kMarginDivisor;
  const bool low = room->free_bytes < wanted;
  return low_.exchange(low) != low;
}

Status DiskSpace::Refusal() const {
  const std::lock_guard lock(mutex_);
  // The first word is the violation policy, which HBase's client parses.
  return {StatusCode::kSpaceLimit,
          fmt::format("NO_WRITES The disk of {} has {} free of {}, and writes stop below {}. Drop "
                      "or truncate tables, remove snapshots, or give it more room; writes go on "
                      "by themselves then",
                      path_, Megabytes(room_.free_bytes), Megabytes(room_.total_bytes),
                      Megabytes(limit_.BytesOf(room_.total_bytes)))};
}

}  // namespace basalt::store
