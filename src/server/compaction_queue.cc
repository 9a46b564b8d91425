#include "server/compaction_queue.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <spdlog/spdlog.h>

#include "store/maintenance.h"
#include "store/store.h"

namespace basalt::server {

CompactionQueue::CompactionQueue(store::Store& store, catalog::Catalog& catalog,
                                 base::ThreadPool& pool)
    : store_(store), catalog_(catalog), pool_(pool), majors_(store) {
  const Status status = majors_.Load(
      [this](const std::string& region) { return catalog_.regions().FindAny(region).ok(); });
  // Without the times, regions are major compacted sooner than they need to be.
  if (!status.ok())
    spdlog::warn("cannot read the times of major compactions: {}", status.ToString());
  for (const auto& region : catalog_.regions().All()) {
    if (const int64_t last_ms = LastMajorMs(*region)) tracker_.NoteMajor(region, last_ms);
  }
}

void CompactionQueue::Add(const std::shared_ptr<catalog::Region>& region, Bytes family,
                          CompactionKind kind) {
  {
    const std::lock_guard lock(mutex_);
    if (!waiting_.emplace(region->encoded_name(), family, kind).second) return;
    const TableName& table = region->info().table;
    const auto [queue, is_new] = tables_.try_emplace(table);
    if (is_new) turns_.push_back(table);
    queue->second.waiting.push_back(
        {region, std::move(family), kind, tracker_.Start(region, kind)});
  }
  StartWorkers();
}

void CompactionQueue::Clear(CompactionKind kind) {
  const std::lock_guard lock(mutex_);
  for (const TableName& table : std::vector<TableName>(turns_.begin(), turns_.end())) {
    std::deque<Job>& waiting = tables_.at(table).waiting;
    std::deque<Job> kept;
    for (Job& job : waiting) {
      if (job.kind == kind) {
        waiting_.erase(KeyOf(job));
      } else {
        kept.push_back(std::move(job));
      }
    }
    waiting.swap(kept);
    EndTurn(table);
  }
}

void CompactionQueue::Resume() { StartWorkers(); }

void CompactionQueue::StartWorkers() {
  std::unique_lock lock(mutex_);
  const auto idle = [this] {
    return std::ranges::any_of(tables_, [](const auto& each) {
      return !each.second.running && !each.second.waiting.empty();
    });
  };
  // A worker takes its job later, so it may find none; then it ends.
  while (running_ < std::min(kMaxRunning, tables_.size()) && idle()) {
    ++running_;
    lock.unlock();
    const bool taken = pool_.Submit([this] { RunOne(); });
    lock.lock();
    if (!taken) {
      --running_;
      return;
    }
  }
}

std::optional<CompactionQueue::Job> CompactionQueue::TakeNext() {
  for (auto turn = turns_.begin(); turn != turns_.end(); ++turn) {
    TableQueue& queue = tables_.at(*turn);
    if (queue.running || queue.waiting.empty()) continue;
    queue.running = true;
    std::optional<Job> job(std::move(queue.waiting.front()));
    queue.waiting.pop_front();
    waiting_.erase(KeyOf(*job));
    std::rotate(turn, std::next(turn), turns_.end());
    return job;
  }
  return std::nullopt;
}

void CompactionQueue::EndTurn(const TableName& table) {
  const auto queue = tables_.find(table);
  if (queue->second.running || !queue->second.waiting.empty()) return;
  tables_.erase(queue);
  std::erase(turns_, table);
}

// One at a time, so that a pool that stops need not wait for the whole queue.
void CompactionQueue::RunOne() {
  std::optional<Job> job = [this] {
    const std::lock_guard lock(mutex_);
    return TakeNext();
  }();
  if (job) Run(*job);
  {
    const std::lock_guard lock(mutex_);
    --running_;
    if (job) {
      const TableName table = job->region->info().table;
      tables_.at(table).running = false;
      EndTurn(table);
    }
  }
  job.reset();
  StartWorkers();
}

void CompactionQueue::Run(const Job& job) {
  if (!job.region->online()) return;  // split, merged or disabled since
  const auto cells = job.region->table()->CellsInAnyState();
  const uint64_t sequence = store::LatestSequence(store_);
  const TableRange range{job.family, job.region->info().start_key, job.region->info().end_key};
  const Status status =
      job.kind == CompactionKind::kMajor ? cells->MajorCompact(range) : cells->Compact(range);
  if (status.code() == StatusCode::kCancelled) {
    spdlog::debug("compaction of {} was ended: the server stops", job.region->encoded_name());
  } else if (!status.ok()) {
    spdlog::warn("compaction of {} failed: {}", job.region->encoded_name(), status.ToString());
  } else if (job.kind == CompactionKind::kMajor) {
    NoteMajor(job, {store_.clock().NowMs(), sequence});
  }
}

void CompactionQueue::NoteMajor(const Job& job, const MajorCompactionTimes::Major& major) {
  const auto cells = job.region->table()->CellsInAnyState();
  for (const FamilyDescriptor& family : cells->descriptor().families()) {
    if (!job.family.empty() && job.family != family.name()) continue;
    const Status status = majors_.Note(job.region->encoded_name(), family.name(), major);
    if (!status.ok()) spdlog::warn("cannot record a major compaction: {}", status.ToString());
  }
  if (const int64_t last_ms = LastMajorMs(*job.region)) tracker_.NoteMajor(job.region, last_ms);
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
