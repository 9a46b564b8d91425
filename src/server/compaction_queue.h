// CompactionQueue: compactions that clients and chores have asked for, run a few at a time in the
// background pool while the callers go on. Each table has a queue of its own; they take turns, and
// one compaction of a table runs at a time, so that no table waits for all that another has asked
// for. A compaction that is waiting already is not queued twice, so the queues are bounded by the
// number of families of regions. Thread safe; owned by ServerContext.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "basalt/bytes.h"
#include "basalt/descriptor.h"
#include "base/thread_pool.h"
#include "catalog/catalog.h"
#include "catalog/region.h"
#include "server/compaction_tracker.h"
#include "server/major_compaction_times.h"

namespace basalt::server {

class CompactionQueue {
 public:
  // How many of the pool's threads compactions may hold.
  static constexpr size_t kMaxRunning = 4;

  // All of these outlive the queue; the pool must be stopped before the queue is destroyed.
  CompactionQueue(store::Store& store, catalog::Catalog& catalog, base::ThreadPool& pool);
  CompactionQueue(const CompactionQueue&) = delete;
  CompactionQueue& operator=(const CompactionQueue&) = delete;

  CompactionTracker& tracker() { return tracker_; }
  const MajorCompactionTimes& majors() const { return majors_; }

  // `family` empty: all of them.
  void Add(const std::shared_ptr<catalog::Region>& region, Bytes family, CompactionKind kind);
  // Drops those that have not begun.
  void Clear(CompactionKind kind);
  // Goes on with the queue if the pool was too busy when it was last offered work.
  void Resume();

 private:
  using Key = std::tuple<std::string, Bytes, CompactionKind>;
  struct Job {
    std::shared_ptr<catalog::Region> region;
    Bytes family;
    CompactionKind kind;
    CompactionTracker::Compaction running;
  };

  static Key KeyOf(const Job& job) { return {job.region->encoded_name(), job.family, job.kind}; }
  // What a table has asked for and has not got yet. There is one while there is anything.
  struct TableQueue {
    std::deque<Job> waiting;
    bool running = false;
  };

  void StartWorkers();
  void RunOne();
  // The next job of the table whose turn it is; nullopt: all that wait belong to tables that are
  // being compacted. The caller holds mutex_.
  std::optional<Job> TakeNext();
  // Removes the queue if the table needs it no more. The caller holds mutex_.
  void EndTurn(const TableName& table);
  void Run(const Job& job);
  void NoteMajor(const Job& job, const MajorCompactionTimes::Major& major);
  // When the last of the region's families was done; 0: not all of them were.
  int64_t LastMajorMs(const catalog::Region& region) const;

  store::Store& store_;
  catalog::Catalog& catalog_;
  base::ThreadPool& pool_;
  MajorCompactionTimes majors_;
  CompactionTracker tracker_;  // before the jobs, which report to it when they are destroyed

  std::mutex mutex_;
  std::map<TableName, TableQueue> tables_;
  // The tables in tables_, the one whose turn it is first.
  std::deque<TableName> turns_;
  std::set<Key> waiting_;
  size_t running_ = 0;
};

}  // namespace basalt::server
