// Runner: runs a workload against a table with its own threads, and measures.
//
// With a rate, operations are scheduled at fixed times and latencies count from there, so a server
// that stalls is charged for all delayed operations (no coordinated omission). Without a rate, each
// thread waits for its responses. Thread safe only where stated.
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
  // The first distinct error messages, and their counts.
  std::map<std::string, uint64_t> error_texts;
  // In nanoseconds.
  std::array<metrics::Histogram, kOperations> latencies;
  // Operations per second of the measured phase.
  std::vector<uint64_t> per_second;
  // Of the server, if its process is known.
  std::optional<double> server_cpu_s;
  std::optional<double> server_memory_mb;
  // Rows read back at the end, if requested.
  uint64_t verified_rows = 0;

  metrics::Histogram All() const;
  double Rate() const { return seconds > 0 ? static_cast<double>(operations) / seconds : 0; }
};

class Runner {
 public:
  // Receives a line of progress from time to time.
  using Progress = std::function<void(const std::string& line)>;

  // REQUIRES: spec.Check() succeeded. Connections must outlive the runner.
  Runner(Connection& connection, LoadSpec spec, Progress progress);
  // Adds a connection to the same target; threads take connections in turn. Call before Prepare.
  void AddConnection(Connection& connection) { connections_.push_back(&connection); }

  // Creates the table if it does not exist, and loads it.
  Status Prepare();
  // The measured phase. `meter`: the server's process, if known.
  Result<LoadResult> Run(const std::optional<ProcessMeter>& meter);
  // Reads every row back. Fails at the first row that is not as written.
  Result<uint64_t> Verify();
  // Ends a run early. Callable from any thread and from a signal handler.
  void Stop() { stop_.store(true, std::memory_order_relaxed); }

 private:
  class Worker;

  Status Fill();
  // A new row has been written. It counts once all rows before it are.
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
  // Rows written, and rows written or in flight.
  std::atomic<uint64_t> rows_{0};
  std::atomic<uint64_t> next_row_{0};
  std::atomic<uint64_t> done_{0};
};

}  // namespace basalt::load
