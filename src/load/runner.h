// Runner: sends a load to a table, from threads of its own, and measures.
//
// With a rate, operations have times at which they are due, and latencies count from there: a
// server that stands still is charged for all that would have come meanwhile. Without one, each
// thread waits for its answers. Thread safe where it says so.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "basalt/connection.h"
#include "basalt/status.h"
#include "load/process_meter.h"
#include "load/workload.h"
#include "metrics/histogram.h"

namespace basalt::load {

struct LoadResult {
  double seconds = 0;
  uint64_t operations = 0;
  uint64_t errors = 0;
  // The first texts of errors, and how often each came.
  std::map<std::string, uint64_t> error_texts;
  // In nanoseconds.
  std::array<metrics::Histogram, kOperations> latencies;
  // Operations in each second of the measured part.
  std::vector<uint64_t> per_second;
  // Of the server, when its process is known.
  std::optional<double> server_cpu_s;
  std::optional<double> server_memory_mb;
  // Rows that were read back at the end, when asked for.
  uint64_t verified_rows = 0;

  metrics::Histogram All() const;
  double Rate() const { return seconds > 0 ? static_cast<double>(operations) / seconds : 0; }
};

class Runner {
 public:
  // What goes on, now and then: a line for people.
  using Progress = std::function<void(const std::string& line)>;

  // REQUIRES: spec.Check() is good. Connections must outlive the runner.
  Runner(Connection& connection, LoadSpec spec, Progress progress);
  // One more to the same target; threads take them in turn. Before Prepare.
  void AddConnection(Connection& connection) { connections_.push_back(&connection); }

  // Makes the table, unless there is one, and fills it.
  Status Prepare();
  // The measured part. `meter`: the server's process, if it is known.
  Result<LoadResult> Run(const std::optional<ProcessMeter>& meter);
  // Reads every row back. An error names the first that is not what was written.
  Result<uint64_t> Verify();
  // Ends a run early. From any thread, also from a signal handler.
  void Stop() { stop_.store(true, std::memory_order_relaxed); }

 private:
  class Worker;

  Status Fill();
  // A new row is there. It counts when those before it are.
  void Arrived(uint64_t row);
  Status RunThreads(const std::function<Status(int thread)>& work) const;

  Connection& ConnectionOf(int thread) const {
    return *connections_[static_cast<size_t>(thread) % connections_.size()];
  }

  std::vector<Connection*> connections_;
  const LoadSpec spec_;
  const Progress progress_;
  const TableName name_;
  std::atomic<bool> stop_{false};
  std::mutex arrivals_mutex_;
  std::set<uint64_t> arrivals_;
  // Rows that are there, and rows that are there or on their way.
  std::atomic<uint64_t> rows_{0};
  std::atomic<uint64_t> next_row_{0};
  std::atomic<uint64_t> done_{0};
};

}  // namespace basalt::load
