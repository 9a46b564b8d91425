// HotspotMonitor: looks at the writes of all tables now and then, and says which of them march into
// one place (metrics/insert_order): once when it has gone on for a while, and again when it came
// back after it had stopped. A load in the order of keys that is over sooner is not worth a word.
//
// One thread at a time. The catalog must outlive it.
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
  // How long writes march before it is said. 0: it does not look.
  int64_t after_ms = 30'000;
};

class HotspotMonitor {
 public:
  // Looks with enough writes that find them marching, before it is said.
  static constexpr int kLooks = 3;
  // In a row that do not, before it counts as over: a front that crosses into the next region is
  // none for a moment.
  static constexpr int kMisses = 2;
  // Looks that writes of a quiet table are gathered for.
  static constexpr int kPatience = 6;

  struct Hooks {
    std::function<void(const std::string& line)> warn;
    std::function<void(const std::string& line)> log;
  };

  HotspotMonitor(const Catalog& catalog, HotspotMonitorOptions options, Hooks hooks)
      : catalog_(catalog), options_(options), hooks_(std::move(hooks)) {}

  void LookOnce();

 private:
  using Counts = std::unordered_map<std::string, hotspot::InsertOrderCounts>;  // by encoded name

  struct Watched {
    Counts counts;  // when it was judged last
    int gathered = 0;
    int found = 0;
    int missed = 0;
    int64_t since_ms = 0;
    bool said = false;
  };

  void LookAt(const TableRecord& table, Watched& watched);
  void Note(const TableRecord& table, const hotspot::HotspotVerdict& front, Watched& watched);

  const Catalog& catalog_;
  const HotspotMonitorOptions options_;
  const Hooks hooks_;
  std::map<TableName, Watched> tables_;
};

// What is to be said of the table: the verdict, and what to do about its keys.
std::string DescribeHotspot(const TableDescriptor& table, const hotspot::HotspotVerdict& front);

}  // namespace basalt::catalog
