// RowCache: rows that are read often, ready to be answered from, found by hash.
//
// Entries are exact: a read that finds one sees what the files would show it at that moment.
//   - A write announces its rows (Writes) before it takes effect, which removes their entries, and
//     again afterwards. A reader notes the row's stamp before it reads (Look), and what it has read
//     is installed only if no write was announced since: nothing older than an acknowledged write
//     gets in.
//   - What changes a family without naming rows (ingested files, repairs) is announced at the
//     family (Family::bulk_changes), and entries from before it do not count.
//   - Entries carry the rules they were read by, and the time at which a TTL changes them.
// A row is installed at its second read, and again at the second read after each write: a row that
// is read once, as by a backup, or written as often as it is read costs nothing. Scans install
// nothing. Rows that do not exist have entries, too.
//
// Thread safe: sharded, each shard with a mutex that is held for a look-up only.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "basalt/bytes.h"
#include "store/cached_row.h"
#include "store/change_stamp.h"
#include "store/family.h"

namespace basalt::store {

class RowCache {
 public:
  using Row = std::shared_ptr<const CachedRow>;
  // Called with the bytes in use, rounded up, when they have changed; for a budget that others
  // share.
  using UsageHook = std::function<void(uint64_t bytes)>;

  // A larger row is not cached.
  static constexpr size_t kMaxRowBytes = 64 << 10;

  // `capacity_bytes` 0: nothing is cached.
  explicit RowCache(uint64_t capacity_bytes, UsageHook usage_hook = nullptr);
  RowCache(const RowCache&) = delete;
  RowCache& operator=(const RowCache&) = delete;

  bool enabled() const { return capacity_ > 0; }

  // Where a reader stands among the changes of a row and its families.
  struct Moment {
    uint64_t row = 0;
    uint64_t families = 0;
    bool quiet = false;
    friend bool operator==(const Moment&, const Moment&) = default;
  };
  // To be called before the row is read. `families`: those that will be read.
  Moment Look(BytesView row, std::span<Family* const> families) const;

  // nullptr if there is no entry that serves a read by these rules at this time.
  Row Find(const Family& family, BytesView row, const FamilyRules& rules, int64_t now_ms);
  // Whether a row that was not found should be read whole and installed.
  bool Wants(const Family& family, BytesView row);
  // The row turned out to be too large: it is not wanted again for a while.
  void Reject(const Family& family, BytesView row);
  // Installs a row that was read after `moment`, unless anything has changed since.
  void Install(Family& family, Row row, const Moment& moment);

  // The rows of one write, from before its effect to after it.
  class Writes {
   public:
    explicit Writes(RowCache& cache) : cache_(cache) {}
    // REQUIRES: the write has had no effect yet.
    void Add(const Family& family, BytesView row);

   private:
    RowCache& cache_;
    ChangesUnderWay changes_;
  };

  struct Stats {
    uint64_t hits = 0;
    uint64_t misses = 0;
    uint64_t installed = 0;
    uint64_t evicted = 0;
    uint64_t entries = 0;
    uint64_t bytes = 0;
  };
  Stats stats() const;

 private:
  struct Key {
    uint64_t hash;
    uint64_t family;
    BytesView row;
    friend bool operator==(const Key& a, const Key& b) {
      return a.hash == b.hash && a.family == b.family && a.row == b.row;
    }
  };
  struct KeyHash {
    size_t operator()(const Key& key) const { return key.hash; }
  };
  struct Entry {
    Key key;  // its row is a view into `row`
    Row row;
    size_t bytes;
    bool hot;  // in the list of those that were found again
  };
  using Entries = std::list<Entry>;
  // What is known of rows that are not in the cache: a row read before, or one that is too large.
  struct Trace {
    uint16_t fingerprint = 0;
    uint8_t reads = 0;
    uint8_t rejected = 0;  // reads until it is tried again
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<Key, Entries::iterator, KeyHash> map;
    // Newest first. New entries are cold; those found again are hot, and become cold when there are
    // too many. So rows read once push out only others of their kind.
    Entries cold;
    Entries hot;
    size_t cold_bytes = 0;
    size_t hot_bytes = 0;
    std::vector<Trace> traces;
    Stats stats;
  };

  static constexpr size_t kShards = 16;
  static constexpr size_t kStamps = 4096;

  static Key KeyOf(const Family& family, BytesView row);
  Shard& ShardOf(const Key& key) { return shards_[(key.hash >> 32) % kShards]; }
  static Trace& TraceOf(Shard& shard, const Key& key);
  ChangeStamp& StampOf(BytesView row);
  const ChangeStamp& StampOf(BytesView row) const;
  // With the shard's mutex held:
  static void Remove(Shard& shard, Entries::iterator entry);
  static void Touch(Shard& shard, Entries::iterator entry, size_t hot_limit);
  void MakeRoom(Shard& shard, size_t bytes) const;

  void Erase(const Key& key);
  void ReportUsage(int64_t change);

  const uint64_t capacity_;
  const UsageHook usage_hook_;
  std::atomic<int64_t> used_{0};
  std::mutex usage_mutex_;
  uint64_t reported_ = 0;
  mutable std::array<Shard, kShards> shards_;
  std::array<ChangeStamp, kStamps> stamps_;
};

}  // namespace basalt::store
