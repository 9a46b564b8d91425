#include "server/service/admin_compactions.h"

#include <optional>
#include <utility>

#include <spdlog/spdlog.h>

#include "server/net/worker_pool.h"
#include "server/node.h"

namespace basalt::server {

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
  const TableRange range{job.family, job.region->info().start_key, job.region->info().end_key};
  const Status status =
      job.kind == CompactionKind::kMajor ? cells->MajorCompact(range) : cells->Compact(range);
  if (!status.ok()) {
    spdlog::warn("compaction of {} failed: {}", job.region->encoded_name(), status.ToString());
  } else if (job.kind == CompactionKind::kMajor) {
    book_.NoteMajor(job.region, node_.clock().NowMs());
  }
}

}  // namespace basalt::server
