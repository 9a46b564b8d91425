// CompactionTracker: which regions are being compacted, and when each was last flushed and major
// compacted. Kept while the server runs. Thread safe; shared by the verbs that start such work and
// those that tell of it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "catalog/region.h"

namespace basalt::server {

enum class CompactionKind : uint8_t { kMinor, kMajor };

class CompactionTracker {
 public:
  struct RegionState {
    // Compactions asked for and not finished.
    int minor = 0;
    int major = 0;
    // Milliseconds. 0: not since the server started.
    int64_t last_flush_ms = 0;
    // 0: never. MajorCompactionTimes keeps it over restarts.
    int64_t last_major_ms = 0;
  };

  // Counts as running from the moment it is asked for until the object goes. Movable.
  class Compaction {
   public:
    Compaction(CompactionTracker& tracker, std::shared_ptr<catalog::Region> region,
               CompactionKind kind)
        : tracker_(&tracker), region_(std::move(region)), kind_(kind) {}
    Compaction(Compaction&& other) noexcept
        : tracker_(std::exchange(other.tracker_, nullptr)),
          region_(std::move(other.region_)),
          kind_(other.kind_) {}
    Compaction& operator=(Compaction&&) = delete;
    Compaction(const Compaction&) = delete;
    Compaction& operator=(const Compaction&) = delete;
    ~Compaction();

   private:
    CompactionTracker* tracker_;
    std::shared_ptr<catalog::Region> region_;
    CompactionKind kind_;
  };

  // The tracker must outlive what it returns.
  Compaction Start(const std::shared_ptr<catalog::Region>& region, CompactionKind kind);
  void NoteFlush(const std::shared_ptr<catalog::Region>& region, int64_t now_ms);
  void NoteMajor(const std::shared_ptr<catalog::Region>& region, int64_t now_ms);
  RegionState Of(const catalog::Region& region) const;

 private:
  struct Entry {
    std::weak_ptr<catalog::Region> region;
    RegionState state;
  };

  // The caller holds mutex_.
  RegionState& StateOf(const std::shared_ptr<catalog::Region>& region);
  void Add(const std::shared_ptr<catalog::Region>& region, CompactionKind kind, int change);

  mutable std::mutex mutex_;
  std::unordered_map<std::string, Entry> entries_;  // by encoded name
  // When there are so many, those of regions that are gone are removed.
  size_t sweep_at_ = 1024;
};

}  // namespace basalt::server
