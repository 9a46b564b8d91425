#include "store/row_cache.h"

#include <algorithm>
#include <bit>

namespace basalt::store {
namespace {

// The share of a shard that entries found again may fill, in percent.
constexpr size_t kHotPercent = 80;
// What an entry takes besides its row: its places in the list and the map.
constexpr size_t kEntryBytes = 160;
// One trace for so many bytes of the cache.
constexpr uint64_t kBytesPerTrace = 512;
constexpr uint64_t kFewestTraces = 1024;
constexpr uint64_t kMostTraces = 1 << 20;
// Reads of a row that was too large until it is tried again.
constexpr uint8_t kRejectedReads = 255;
// The usage hook is called for changes of this size.
constexpr uint64_t kUsageStep = 1 << 20;

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15ULL;

}  // namespace

RowCache::RowCache(uint64_t capacity_bytes, UsageHook usage_hook)
    : capacity_(capacity_bytes), usage_hook_(std::move(usage_hook)) {
  if (!enabled()) return;
  const uint64_t traces =
      std::bit_ceil(std::clamp(capacity_ / kBytesPerTrace, kFewestTraces, kMostTraces) / kShards);
  for (Shard& shard : shards_) shard.traces.resize(traces);
}

RowCache::Key RowCache::KeyOf(const Family& family, BytesView row) {
  const uint64_t hash = std::hash<BytesView>()(row) ^ (family.id() * kGolden);
  return {hash * kGolden, family.id(), row};
}

RowCache::Trace& RowCache::TraceOf(Shard& shard, const Key& key) {
  return shard.traces[(key.hash >> 8) & (shard.traces.size() - 1)];
}

ChangeStamp& RowCache::StampOf(BytesView row) {
  return stamps_[std::hash<BytesView>()(row) % kStamps];
}
const ChangeStamp& RowCache::StampOf(BytesView row) const {
  return stamps_[std::hash<BytesView>()(row) % kStamps];
}

RowCache::Moment RowCache::Look(BytesView row, std::span<Family* const> families) const {
  Moment moment;
  moment.row = StampOf(row).value();
  moment.quiet = ChangeStamp::IsQuiet(moment.row);
  for (const Family* family : families) {
    // Values only grow, so that equal sums are sums of equal values.
    const uint64_t stamp = family->bulk_changes().value();
    moment.families += stamp;
    moment.quiet = moment.quiet && ChangeStamp::IsQuiet(stamp);
  }
  return moment;
}

void RowCache::Remove(Shard& shard, Entries::iterator entry) {
  shard.map.erase(entry->key);
  (entry->hot ? shard.hot_bytes : shard.cold_bytes) -= entry->bytes;
  (entry->hot ? shard.hot : shard.cold).erase(entry);
}

void RowCache::Touch(Shard& shard, Entries::iterator entry, size_t hot_limit) {
  if (entry->hot) {
    shard.hot.splice(shard.hot.begin(), shard.hot, entry);
    return;
  }
  entry->hot = true;
  shard.cold_bytes -= entry->bytes;
  shard.hot_bytes += entry->bytes;
  shard.hot.splice(shard.hot.begin(), shard.cold, entry);
  while (shard.hot_bytes > hot_limit && shard.hot.size() > 1) {
    const auto last = std::prev(shard.hot.end());
    last->hot = false;
    shard.hot_bytes -= last->bytes;
    shard.cold_bytes += last->bytes;
    shard.cold.splice(shard.cold.begin(), shard.hot, last);
  }
}

void RowCache::MakeRoom(Shard& shard, size_t bytes) const {
  const size_t limit = capacity_ / kShards;
  while (shard.cold_bytes + shard.hot_bytes + bytes > limit && !shard.map.empty()) {
    Remove(shard, std::prev(shard.cold.empty() ? shard.hot.end() : shard.cold.end()));
    ++shard.stats.evicted;
  }
}

RowCache::Row RowCache::Find(const Family& family, BytesView row, const FamilyRules& rules,
                             int64_t now_ms) {
  const Key key = KeyOf(family, row);
  Shard& shard = ShardOf(key);
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.map.find(key);
  if (found == shard.map.end() || !found->second->row->Serves(rules, now_ms) ||
      found->second->row->family_stamp() != family.bulk_changes().value()) {
    ++shard.stats.misses;
    return nullptr;
  }
  ++shard.stats.hits;
  Touch(shard, found->second, capacity_ / kShards * kHotPercent / 100);
  return found->second->row;
}

bool RowCache::Wants(const Family& family, BytesView row) {
  const Key key = KeyOf(family, row);
  Shard& shard = ShardOf(key);
  const auto fingerprint = static_cast<uint16_t>(key.hash >> 48);
  const std::lock_guard lock(shard.mutex);
  Trace& trace = TraceOf(shard, key);
  if (trace.fingerprint != fingerprint) {
    trace = {fingerprint, 1, 0};
    return false;
  }
  if (trace.rejected > 0) {
    --trace.rejected;
    return false;
  }
  if (trace.reads > 0) return true;
  trace.reads = 1;
  return false;
}

void RowCache::Reject(const Family& family, BytesView row) {
  const Key key = KeyOf(family, row);
  Shard& shard = ShardOf(key);
  const std::lock_guard lock(shard.mutex);
  TraceOf(shard, key) = {static_cast<uint16_t>(key.hash >> 48), 0, kRejectedReads};
}

void RowCache::Install(Family& family, Row row, const Moment& moment) {
  if (!moment.quiet || !ChangeStamp::IsQuiet(row->family_stamp())) return;
  const size_t bytes = row->memory_bytes() + kEntryBytes;
  if (bytes > capacity_ / kShards) return;
  const Key key = KeyOf(family, row->row());
  Shard& shard = ShardOf(key);
  int64_t change = 0;
  {
    const std::lock_guard lock(shard.mutex);
    // A write announces itself before it removes the entry, for which it needs the mutex: either it
    // is seen here, or it removes what is installed here.
    if (StampOf(key.row).value() != moment.row ||
        family.bulk_changes().value() != row->family_stamp()) {
      return;
    }
    const size_t before = shard.cold_bytes + shard.hot_bytes;
    if (const auto found = shard.map.find(key); found != shard.map.end()) {
      Remove(shard, found->second);
    }
    MakeRoom(shard, bytes);
    shard.cold.push_front({key, std::move(row), bytes, false});
    shard.cold_bytes += bytes;
    shard.map.emplace(shard.cold.front().key, shard.cold.begin());
    ++shard.stats.installed;
    change =
        static_cast<int64_t>(shard.cold_bytes + shard.hot_bytes) - static_cast<int64_t>(before);
  }
  ReportUsage(change);
}

void RowCache::Erase(const Key& key) {
  Shard& shard = ShardOf(key);
  int64_t change = 0;
  {
    const std::lock_guard lock(shard.mutex);
    if (Trace& trace = TraceOf(shard, key);
        trace.fingerprint == static_cast<uint16_t>(key.hash >> 48)) {
      trace.reads = 0;
    }
    const auto found = shard.map.find(key);
    if (found == shard.map.end()) return;
    change = -static_cast<int64_t>(found->second->bytes);
    Remove(shard, found->second);
  }
  ReportUsage(change);
}

void RowCache::ReportUsage(int64_t change) {
  const int64_t used = used_.fetch_add(change, std::memory_order_relaxed) + change;
  if (usage_hook_ == nullptr) return;
  const uint64_t rounded = (static_cast<uint64_t>(std::max<int64_t>(used, 0)) + kUsageStep - 1) /
                           kUsageStep * kUsageStep;
  // Who comes second leaves it to the first, or to the next change.
  const std::unique_lock lock(usage_mutex_, std::try_to_lock);
  if (!lock.owns_lock() || rounded == reported_) return;
  reported_ = rounded;
  usage_hook_(rounded);
}

void RowCache::Writes::Add(const Family& family, BytesView row) {
  if (!cache_.enabled()) return;
  changes_.Add(cache_.StampOf(row));
  cache_.Erase(KeyOf(family, row));
}

RowCache::Stats RowCache::stats() const {
  Stats sum;
  for (Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    sum.hits += shard.stats.hits;
    sum.misses += shard.stats.misses;
    sum.installed += shard.stats.installed;
    sum.evicted += shard.stats.evicted;
    sum.entries += shard.map.size();
    sum.bytes += shard.cold_bytes + shard.hot_bytes;
  }
  return sum;
}

}  // namespace basalt::store
