#include "server/service/admin_maintenance.h"

#include <algorithm>

namespace basalt::server {

CompactionTracker::Compaction::~Compaction() {
  if (book_ != nullptr) book_->Add(region_, kind_, -1);
}

CompactionTracker::Compaction CompactionTracker::Start(
    const std::shared_ptr<catalog::Region>& region, CompactionKind kind) {
  Add(region, kind, +1);
  return {*this, region, kind};
}

void CompactionTracker::NoteFlush(const std::shared_ptr<catalog::Region>& region, int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  FactsFor(region).last_flush_ms = now_ms;
}

void CompactionTracker::NoteMajor(const std::shared_ptr<catalog::Region>& region, int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  FactsFor(region).last_major_ms = now_ms;
}

CompactionTracker::Facts CompactionTracker::Of(const catalog::Region& region) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(region.encoded_name());
  return found == entries_.end() ? Facts() : found->second.facts;
}

void CompactionTracker::Add(const std::shared_ptr<catalog::Region>& region, CompactionKind kind,
                            int change) {
  const std::lock_guard lock(mutex_);
  Facts& facts = FactsFor(region);
  (kind == CompactionKind::kMajor ? facts.major : facts.minor) += change;
}

CompactionTracker::Facts& CompactionTracker::FactsFor(
    const std::shared_ptr<catalog::Region>& region) {
  if (entries_.size() >= sweep_at_) {
    std::erase_if(entries_, [](const auto& entry) { return entry.second.region.expired(); });
    sweep_at_ = std::max<size_t>(1024, 2 * entries_.size());
  }
  Entry& entry = entries_[region->encoded_name()];
  entry.region = region;
  return entry.facts;
}

}  // namespace basalt::server
