// Family: one column family of the store. FamilyControl: the settings its background work depends
// on, shared with RocksDB's flush and compaction threads, which ask for them when they start a
// file. Both are thread safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "basalt/descriptor.h"
#include "base/ordered_mutex.h"
#include "store/change_stamp.h"
#include "store/engine_fwd.h"
#include "store/row_order.h"
#include "store/visibility.h"

namespace basalt::store {

// The storage side of a family's descriptor.
struct FamilySettings {
  Compression compression = Compression::kNone;
  BloomType bloom = BloomType::kRow;
  int32_t block_size = 65536;
  bool block_cache = true;
  bool in_memory = false;
  // Universal compaction (less write amplification, more space), by Basalt's attribute COMPACTION
  // => 'UNIVERSAL'. Changes take effect at the next open.
  bool universal = false;
  // Values above this go to blob files; negative: no blob files.
  int64_t mob_threshold = -1;
  // Whether a cell with its own TTL has been written. Persisted only for families with blob files,
  // whose compactions would otherwise read every blob to find out.
  bool has_cell_ttls = false;
  // Whether cells are stored with order numbers: the family has NEW_VERSION_BEHAVIOR, or had it
  // once, or came with such cells.
  bool orders_cells = false;

  static FamilySettings From(const FamilyDescriptor& family);
  std::string Encode() const;
  // Invalid text gives safe settings; the family's descriptor corrects them.
  static FamilySettings Decode(std::string_view text);
  friend bool operator==(const FamilySettings&, const FamilySettings&) = default;
};

// Whose a family is, for messages.
struct FamilyOwner {
  // "table t, family f".
  std::string text;
  RowOrder row_order = RowOrder::kPlain;
};

// Held shared by readers between taking a snapshot and pinning files with it. A compaction filter
// must not start in between, because filters do not respect snapshots.
using ReadersGate = base::OrderedSharedMutex<base::LockRank::kReadersGate>;

class FamilyControl {
 public:
  explicit FamilyControl(const FamilySettings& settings)
      : settings_(settings),
        caches_blocks_(settings.block_cache),
        orders_cells_(settings.orders_cells) {}

  FamilyRules rules() const {
    const std::lock_guard lock(mutex_);
    return rules_;
  }
  void set_rules(const FamilyRules& rules) {
    const std::lock_guard lock(mutex_);
    if (has_rules_ && rules != rules_) rules_changed_ = true;
    rules_ = rules;
    has_rules_ = true;
  }
  // Whether other rules have been in force since the store was opened. Flush and compaction may
  // then drop cells by rules that no longer hold, at any time.
  bool rules_changed() const { return rules_changed_; }
  // Nothing may be dropped until the catalog has set the rules.
  bool has_rules() const {
    const std::lock_guard lock(mutex_);
    return has_rules_;
  }
  FamilySettings settings() const {
    const std::lock_guard lock(mutex_);
    return settings_;
  }
  void set_settings(const FamilySettings& settings) {
    const std::lock_guard lock(mutex_);
    settings_ = settings;
    caches_blocks_ = settings.block_cache;
    orders_cells_ = settings.orders_cells;
  }
  FamilyOwner owner() const {
    const std::lock_guard lock(mutex_);
    return owner_;
  }
  void set_owner(FamilyOwner owner) {
    const std::lock_guard lock(mutex_);
    owner_ = std::move(owner);
  }
  // settings().block_cache without a lock, as every read needs it.
  bool caches_blocks() const { return caches_blocks_; }
  // settings().orders_cells without a lock, as every write needs it.
  bool orders_cells() const { return orders_cells_; }

  // During a major compaction's sweep its RocksDB deletions may share a memtable with newer puts; a
  // flush must then not drop keys without leaving a deletion.
  std::atomic<int> sweeps_under_way{0};

 private:
  mutable base::OrderedMutex<base::LockRank::kFamilyControl> mutex_;
  FamilyRules rules_;
  FamilySettings settings_;
  FamilyOwner owner_;
  bool has_rules_ = false;
  std::atomic<bool> caches_blocks_;
  std::atomic<bool> rules_changed_{false};
  std::atomic<bool> orders_cells_;
};

class Family {
 public:
  // REQUIRES: `db` outlives the family.
  Family(std::string label, std::shared_ptr<FamilyControl> control, rocksdb::DB* db,
         rocksdb::ColumnFamilyHandle* handle);
  ~Family();
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;

  // The name of its RocksDB column family.
  const std::string& label() const { return label_; }
  FamilyControl& control() const { return *control_; }
  rocksdb::ColumnFamilyHandle* handle() const { return handle_; }
  const rocksdb::DB* db() const { return db_; }
  // Never that of another family, also of one that is long gone.
  uint64_t id() const { return id_; }
  // Changes of its cells that do not name their rows: ingested files, repairs.
  ChangeStamp& bulk_changes() { return bulk_changes_; }
  const ChangeStamp& bulk_changes() const { return bulk_changes_; }

 private:
  const std::string label_;
  const std::shared_ptr<FamilyControl> control_;
  rocksdb::DB* const db_;
  rocksdb::ColumnFamilyHandle* const handle_;
  const uint64_t id_;
  ChangeStamp bulk_changes_;
};

}  // namespace basalt::store
