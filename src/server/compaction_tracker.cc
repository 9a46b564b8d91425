#include "server/compaction_tracker.h"

#include <algorithm>

namespace basalt::server {

CompactionTracker::Compaction::~Compaction() {
  if (tracker_ != nullptr) tracker_->Add(region_, kind_, -1);
}

CompactionTracker::Compaction CompactionTracker::Start(
    const std::shared_ptr<catalog::Region>& region, CompactionKind kind) {
  Add(region, kind, +1);
  return {*this, region, kind};
}

void CompactionTracker::NoteFlush(const std::shared_ptr<catalog::Region>& region, int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  StateOf(region).last_flush_ms = now_ms;
}

void CompactionTracker::NoteMajor(const std::shared_ptr<catalog::Region>& region, int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  StateOf(region).last_major_ms = now_ms;
}

CompactionTracker::RegionState CompactionTracker::Of(const catalog::Region& region) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(region.encoded_name());
  return found == entries_.end() ? RegionState() : found->second.state;
}

void CompactionTracker::Add(const std::shared_ptr<catalog::Region>& region, CompactionKind kind,
                            int change) {
  const std::lock_guard lock(mutex_);
  RegionState& state = StateOf(region);
  (kind == CompactionKind::kMajor ? state.major : state.minor) += change;
}

CompactionTracker::RegionState& CompactionTracker::StateOf(
    const std::shared_ptr<catalog::Region>& region) {
  if (entries_.size() >= sweep_at_) {
    std::erase_if(entries_, [](const auto& entry) { return entry.second.region.expired(); });
    sweep_at_ = std::max<size_t>(1024, 2 * entries_.size());
  }
  Entry& entry = entries_[region->encoded_name()];
  entry.region = region;
  return entry.state;
}

}  // namespace basalt::server
