#include "catalog/hotspot_monitor.h"

#include <utility>

#include <fmt/format.h>

#include "basalt/key_table.h"
#include "keys/leading_part.h"

namespace basalt::catalog {

std::string DescribeHotspot(const TableDescriptor& table, const hotspot::HotspotVerdict& verdict) {
  std::string advice = keys::AdviceOnMonotonicKeys();
  if (const auto text = table.GetAttribute(kKeySchemaAttribute)) {
    const auto schema = KeySchema::Parse(*text);
    if (schema.ok()) advice = keys::AdviceOnMonotonicKeys(*schema);
  }
  return fmt::format("table {} has a write hotspot: {}; {}", table.name().ToString(),
                     verdict.ToString(), advice);
}

void HotspotMonitor::RunOnce() {
  if (options_.after_ms == 0) return;
  std::map<TableName, TableState> known = std::exchange(tables_, {});
  for (const TableRecord& table : catalog_.tables().List()) {
    const TableName& name = table.descriptor.name();
    const auto found = known.find(name);
    TableState& state = tables_[name];
    if (found != known.end()) state = std::move(found->second);
    Check(table, state);
  }
}

void HotspotMonitor::Check(const TableRecord& table, TableState& state) {
  const auto regions = catalog_.regions().Of(table.descriptor.name());
  if (!regions.ok()) return;  // dropped meanwhile
  Counts counts;
  std::vector<hotspot::RegionWrites> writes;
  writes.reserve(regions->size());
  for (const auto& region : *regions) {
    const hotspot::InsertOrderCounts totals = region->insert_order().Totals();
    const auto before = state.counts.find(region->encoded_name());
    writes.push_back({before == state.counts.end() ? totals : totals.Since(before->second),
                      region->info().start_key, region->insert_order().last_key()});
    counts.emplace(region->encoded_name(), totals);
  }
  const hotspot::HotspotVerdict verdict = hotspot::JudgeWrites(writes);
  if (!verdict.has_enough_samples && ++state.accumulated < kMaxAccumulated) return;
  state.accumulated = 0;
  state.counts = std::move(counts);
  Report(table, verdict, state);
}

void HotspotMonitor::Report(const TableRecord& table, const hotspot::HotspotVerdict& verdict,
                            TableState& state) {
  const int64_t now_ms = catalog_.store()->clock().MonotonicMs();
  if (verdict.is_hotspot) {
    if (state.hits++ == 0) state.since_ms = now_ms;
    state.misses = 0;
    const bool long_enough = state.hits >= kMinHits && now_ms - state.since_ms >= options_.after_ms;
    if (!long_enough || state.reported) return;
    state.reported = true;
    hooks_.warn(DescribeHotspot(table.descriptor, verdict));
    return;
  }
  if (state.hits == 0 || ++state.misses < kMaxMisses) return;
  if (state.reported) {
    hooks_.log(
        fmt::format("the write hotspot of table {} is gone", table.descriptor.name().ToString()));
  }
  state.hits = 0;
  state.misses = 0;
  state.reported = false;
}

}  // namespace basalt::catalog
