// HotspotMonitor: checks all tables periodically for hotspots caused by monotonic row keys
// (hotspot/hotspot_verdict). A hotspot is reported once, when it has lasted for a while, so a short
// bulk load in key order is not; and again if it returns after it had ended.
//
// One thread at a time. The catalog must outlive the monitor.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "catalog/catalog.h"
#include "hotspot/hotspot_verdict.h"

namespace basalt::catalog {

struct HotspotMonitorOptions {
  // How long a hotspot must last before it is reported. 0 disables the monitor.
  int64_t after_ms = 30'000;
};

class HotspotMonitor {
 public:
  // Checks that must find the hotspot before it is reported.
  static constexpr int kMinHits = 3;
  // Consecutive checks that must not find the hotspot before it is considered gone: while the
  // writes cross into the next region, one check may miss it.
  static constexpr int kMaxMisses = 2;
  // Checks over which the writes of a quiet table are accumulated.
  static constexpr int kMaxAccumulated = 6;

  struct Hooks {
    std::function<void(const std::string& line)> warn;
    std::function<void(const std::string& line)> log;
  };

  HotspotMonitor(const Catalog& catalog, HotspotMonitorOptions options, Hooks hooks)
      : catalog_(catalog), options_(options), hooks_(std::move(hooks)) {}

  // From the next round on. Not while a round runs.
  void SetOptions(const HotspotMonitorOptions& options) { options_ = options; }
  void RunOnce();

 private:
  using Counts = std::unordered_map<std::string, hotspot::InsertOrderCounts>;  // by encoded name

  struct TableState {
    Counts counts;  // at the last verdict
    int accumulated = 0;
    int hits = 0;
    int misses = 0;
    int64_t since_ms = 0;  // the first hit, by the monotonic clock
    bool reported = false;
  };

  void Check(const TableRecord& table, TableState& state);
  void Report(const TableRecord& table, const hotspot::HotspotVerdict& verdict, TableState& state);

  const Catalog& catalog_;
  HotspotMonitorOptions options_;
  const Hooks hooks_;
  std::map<TableName, TableState> tables_;
};

// The warning for the log: the verdict, and advice on the table's keys.
std::string DescribeHotspot(const TableDescriptor& table, const hotspot::HotspotVerdict& verdict);

}  // namespace basalt::catalog
