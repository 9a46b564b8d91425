#include "catalog/hotspot_monitor.h"

#include <utility>

#include <fmt/format.h>

#include "basalt/key_table.h"
#include "keys/leading_part.h"

namespace basalt::catalog {

std::string DescribeHotspot(const TableDescriptor& table, const hotspot::HotspotVerdict& front) {
  std::string advice = keys::AdviceOnMarchingKeys();
  if (const auto text = table.GetAttribute(kKeySchemaAttribute)) {
    const auto schema = KeySchema::Parse(*text);
    if (schema.ok()) advice = keys::AdviceOnMarchingKeys(*schema);
  }
  return fmt::format("the writes to {} march into one place: {}; {}", table.name().ToString(),
                     front.ToString(), advice);
}

void HotspotMonitor::LookOnce() {
  if (options_.after_ms == 0) return;
  std::map<TableName, Watched> known = std::exchange(tables_, {});
  for (const TableRecord& table : catalog_.tables().List()) {
    const TableName& name = table.descriptor.name();
    const auto found = known.find(name);
    Watched& watched = tables_[name];
    if (found != known.end()) watched = std::move(found->second);
    LookAt(table, watched);
  }
}

void HotspotMonitor::LookAt(const TableRecord& table, Watched& watched) {
  const auto regions = catalog_.regions().Of(table.descriptor.name());
  if (!regions.ok()) return;  // dropped since
  Counts counts;
  std::vector<hotspot::RegionWrites> writes;
  writes.reserve(regions->size());
  for (const auto& region : *regions) {
    const hotspot::InsertOrderCounts totals = region->front().Totals();
    const auto before = watched.counts.find(region->encoded_name());
    writes.push_back({before == watched.counts.end() ? totals : totals.Since(before->second),
                      region->info().start_key, region->front().last_key()});
    counts.emplace(region->encoded_name(), totals);
  }
  const hotspot::HotspotVerdict front = hotspot::JudgeWrites(writes);
  if (!front.enough && ++watched.gathered < kPatience) return;
  watched.gathered = 0;
  watched.counts = std::move(counts);
  Note(table, front, watched);
}

void HotspotMonitor::Note(const TableRecord& table, const hotspot::HotspotVerdict& front,
                          Watched& watched) {
  const int64_t now_ms = catalog_.store()->clock().NowMs();
  if (front.marching) {
    if (watched.found++ == 0) watched.since_ms = now_ms;
    watched.missed = 0;
    const bool long_enough =
        watched.found >= kLooks && now_ms - watched.since_ms >= options_.after_ms;
    if (!long_enough || watched.said) return;
    watched.said = true;
    hooks_.warn(DescribeHotspot(table.descriptor, front));
    return;
  }
  if (watched.found == 0 || ++watched.missed < kMisses) return;
  if (watched.said) {
    hooks_.log(fmt::format("the writes to {} march into one place no more",
                           table.descriptor.name().ToString()));
  }
  watched.found = 0;
  watched.missed = 0;
  watched.said = false;
}

}  // namespace basalt::catalog
