#include "server/service/admin_compactions.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <spdlog/spdlog.h>

#include "server/net/worker_pool.h"
#include "server/node.h"
#include "store/maintenance.h"

namespace basalt::server {

CompactionQueue::CompactionQueue(Node& node) : node_(node), majors_(*node.store) {
  const Status status = majors_.Load(
      [this](const std::string& region) { return node_.catalog->regions().FindAny(region).ok(); });
  // Then regions are compacted sooner than they need be.
  if (!status.ok()) spdlog::warn("reading when regions were compacted: {}", status.ToString());
  for (const auto& region : node_.catalog->regions().All()) {
    if (const int64_t last_ms = LastMajorMs(*region)) book_.NoteMajor(region, last_ms);
  }
}

void CompactionQueue::Add(const std::shared_ptr<catalog::Region>& region, Bytes family,
                          CompactionKind kind) {
  {
    const std::lock_guard lock(mutex_);
    if (!waiting_.emplace(region->encoded_name(), family, kind).second) return;
    jobs_.push_back({region, std::move(family), kind, book_.Start(region, kind)});
  }
  StartWorkers();
}

void CompactionQueue::Clear(CompactionKind kind) {
  const std::lock_guard lock(mutex_);
  std::deque<Job> kept;
  for (Job& job : jobs_) {
    if (job.kind == kind) {
      waiting_.erase(KeyOf(job));
    } else {
      kept.push_back(std::move(job));
    }
  }
  jobs_.swap(kept);
}

void CompactionQueue::Resume() { StartWorkers(); }

void CompactionQueue::StartWorkers() {
  std::unique_lock lock(mutex_);
  while (running_ < kMaxRunning && running_ < jobs_.size()) {
    ++running_;
    lock.unlock();
    const bool taken = node_.pool->Submit([self = shared_from_this()] { self->RunOne(); });
    lock.lock();
    if (!taken) {
      --running_;
      return;
    }
  }
}

// One at a time, so that a pool that stops need not wait for the whole queue.
void CompactionQueue::RunOne() {
  std::optional<Job> job;
  {
    const std::lock_guard lock(mutex_);
    if (!jobs_.empty()) {
      job.emplace(std::move(jobs_.front()));
      jobs_.pop_front();
      waiting_.erase(KeyOf(*job));
    }
  }
  if (job) Run(*job);
  job.reset();
  {
    const std::lock_guard lock(mutex_);
    --running_;
  }
  StartWorkers();
}

void CompactionQueue::Run(const Job& job) {
  if (!job.region->online()) return;  // split, merged or disabled since
  const auto cells = job.region->table()->CellsInAnyState();
  const uint64_t sequence = store::LatestSequence(*node_.store);
  const TableRange range{job.family, job.region->info().start_key, job.region->info().end_key};
  const Status status =
      job.kind == CompactionKind::kMajor ? cells->MajorCompact(range) : cells->Compact(range);
  if (!status.ok()) {
    spdlog::warn("compaction of {} failed: {}", job.region->encoded_name(), status.ToString());
  } else if (job.kind == CompactionKind::kMajor) {
    NoteMajor(job, {node_.clock().NowMs(), sequence});
  }
}

void CompactionQueue::NoteMajor(const Job& job, const MajorCompactionTimes::Major& major) {
  const auto cells = job.region->table()->CellsInAnyState();
  for (const FamilyDescriptor& family : cells->descriptor().families()) {
    if (!job.family.empty() && job.family != family.name()) continue;
    const Status status = majors_.Note(job.region->encoded_name(), family.name(), major);
    if (!status.ok()) spdlog::warn("noting a major compaction: {}", status.ToString());
  }
  if (const int64_t last_ms = LastMajorMs(*job.region)) book_.NoteMajor(job.region, last_ms);
}

int64_t CompactionQueue::LastMajorMs(const catalog::Region& region) const {
  int64_t last_ms = std::numeric_limits<int64_t>::max();
  const auto cells = region.table()->CellsInAnyState();
  for (const FamilyDescriptor& family : cells->descriptor().families()) {
    last_ms = std::min(last_ms, majors_.Of(region.encoded_name(), family.name()).ended_ms);
  }
  return cells->descriptor().families().empty() ? 0 : last_ms;
}

}  // namespace basalt::server
