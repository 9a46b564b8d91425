// CompactionQueue: compactions clients have asked for, done a few at a time in the node's pool
// while the callers go on. A compaction that is waiting already is not queued twice, so the queue
// is bounded by the families there are. Thread safe; shared by the verbs and its own work.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <tuple>

#include "basalt/bytes.h"
#include "catalog/region.h"
#include "server/major_compaction_times.h"
#include "server/service/admin_maintenance.h"

namespace basalt::server {

struct Node;

class CompactionQueue : public std::enable_shared_from_this<CompactionQueue> {
 public:
  // The node must outlive its pool's work.
  explicit CompactionQueue(Node& node);

  CompactionTracker& book() { return book_; }
  const MajorCompactionTimes& majors() const { return majors_; }

  // `family` empty: all of them.
  void Add(const std::shared_ptr<catalog::Region>& region, Bytes family, CompactionKind kind);
  // Drops those that have not begun.
  void Clear(CompactionKind kind);
  // Goes on with the queue if the pool was too busy when it was last offered work.
  void Resume();

 private:
  // How many of the pool's threads compactions may hold.
  static constexpr size_t kMaxRunning = 2;

  using Key = std::tuple<std::string, Bytes, CompactionKind>;
  struct Job {
    std::shared_ptr<catalog::Region> region;
    Bytes family;
    CompactionKind kind;
    CompactionTracker::Compaction running;
  };

  static Key KeyOf(const Job& job) { return {job.region->encoded_name(), job.family, job.kind}; }
  void StartWorkers();
  void RunOne();
  void Run(const Job& job);
  void NoteMajor(const Job& job, const MajorCompactionTimes::Major& major);
  // When the last of the region's families was done; 0: not all of them were.
  int64_t LastMajorMs(const catalog::Region& region) const;

  Node& node_;
  MajorCompactionTimes majors_;
  CompactionTracker book_;  // before the jobs, which tell it when they go

  std::mutex mutex_;
  std::deque<Job> jobs_;
  std::set<Key> waiting_;
  size_t running_ = 0;
};

}  // namespace basalt::server
