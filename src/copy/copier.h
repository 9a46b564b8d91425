// Copier: copies tables from one connection to another, and compares them.
//
// Worker threads process ranges of rows; the calling thread saves the state and reports progress.
// One run per object. Stop() may be called from any thread and from a signal handler.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "basalt/connection.h"
#include "copy/rate_limit.h"
#include "copy/report.h"
#include "copy/spec.h"
#include "copy/state_file.h"
#include "copy/work_list.h"

namespace basalt::copy {

class Copier {
 public:
  // Called about twice a second during a run.
  using Watcher = std::function<void(const Progress& progress)>;

  // REQUIRES: spec.Check() succeeded. The connections must outlive the copier.
  Copier(Connection& source, Connection& destination, CopySpec spec, Watcher watcher);

  // Does what the spec asks for. Differences are not an error: see CopyReport::different(). After
  // an error or Stop() the state file is kept, and the next run resumes.
  Result<CopyReport> Run();
  // Run() returns soon, with kCancelled.
  void Stop() { stop_.store(true, std::memory_order_relaxed); }
  // The state file of the copy; empty before the copy has begun.
  const std::string& state_path() const { return state_path_; }

 private:
  // Processes one range taken from the list.
  using RangeWork = std::function<Status(WorkList& work, size_t place)>;

  Status Begin();
  Status MakeTable(size_t place);
  // Loads the state of an unfinished copy, or starts a new one.
  Status FindState();
  Result<std::vector<WorkRange>> PlanRanges();
  Status CopyAll();
  Status VerifyAll();
  Status RunThreads(WorkList& work, const char* doing, bool keep_state,
                    const RangeWork& range_work);
  Result<std::optional<Bytes>> FindLastRow(size_t table, const KeyRange& range);
  bool Stopped() const { return stop_.load(std::memory_order_relaxed); }

  Connection& source_;
  Connection& destination_;
  const CopySpec spec_;
  const Watcher watcher_;
  std::string state_path_;
  std::atomic<bool> stop_{false};
  RateLimit rate_;
  CopyState state_;
  CopyReport report_;
};

}  // namespace basalt::copy
