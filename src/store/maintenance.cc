#include "store/maintenance.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/metadata.h>

#include "base/limits_watch.h"
#include "store/cell_codec.h"
#include "store/compaction_throttle.h"
#include "store/disk_error_handler.h"
#include "store/engine.h"
#include "store/family.h"
#include "store/file_properties.h"
#include "store/store.h"
#include "store/sweep.h"

namespace basalt::store {
namespace {

// A family dropped meanwhile needs no maintenance.
Status FromMaintenance(const rocksdb::Status& status, const std::string& doing) {
  return status.IsColumnFamilyDropped() ? Status() : FromEngine(status, doing);
}

struct StoreFile {
  int level = 0;
  Bytes smallest;
  Bytes largest;
  FileProperties properties;
  // Of its newest write.
  uint64_t sequence = 0;
};

// The family's files, level by level in key order, with their properties.
Result<std::vector<StoreFile>> ListFiles(Store& store, Family& family) {
  rocksdb::TablePropertiesCollection properties;
  BASALT_RETURN_IF_ERROR(
      FromEngine(store.engine().GetPropertiesOfAllTables(family.handle(), &properties),
                 "reading the properties of family " + family.label()));
  std::unordered_map<std::string, FileProperties> by_name;
  for (const auto& [path, table] : properties) {
    by_name[path.substr(path.rfind('/') + 1)] = FileProperties::From(*table);
  }
  rocksdb::ColumnFamilyMetaData metadata;
  store.engine().GetColumnFamilyMetaData(family.handle(), &metadata);
  std::vector<StoreFile> files;
  for (const rocksdb::LevelMetaData& level : metadata.levels) {
    const size_t begin = files.size();
    for (const rocksdb::SstFileMetaData& file : level.files) {
      const auto found = by_name.find(file.name.substr(file.name.rfind('/') + 1));
      // A file created between the two calls: it may hold anything.
      const FileProperties unknown = FileProperties::From(rocksdb::TableProperties());
      files.push_back({level.level, file.smallestkey, file.largestkey,
                       found == by_name.end() ? unknown : found->second, file.largest_seqno});
    }
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(begin), files.end(),
              [](const StoreFile& a, const StoreFile& b) { return a.smallest < b.smallest; });
  }
  return files;
}

// The escaped row a key begins with; the whole key if it has none.
BytesView RowOf(BytesView key) {
  const size_t end = FindEscapedEnd(key, 0);
  return end == BytesView::npos ? key : key.substr(0, end);
}

bool Overlaps(const KeyRange& keys, const StoreFile& file) {
  return file.largest >= keys.lower && (keys.upper.empty() || file.smallest < keys.upper);
}

Status CompactKeys(Store& store, Family& family, const KeyRange& keys,
                   rocksdb::CompactRangeOptions options, const base::CallLimits& limits = {}) {
  BASALT_RETURN_IF_ERROR(limits.Check());
  std::atomic<bool> canceled = false;
  const base::LimitsWatch watch(limits, [&] { canceled = true; });
  options.canceled = &canceled;
  const rocksdb::Slice lower = ToSlice(keys.lower);
  const rocksdb::Slice upper = ToSlice(keys.upper);
  const rocksdb::Status status = store.disk_error_handler().Run(store.engine(), [&] {
    return store.engine().CompactRange(options, family.handle(),
                                       keys.lower.empty() ? nullptr : &lower,
                                       keys.upper.empty() ? nullptr : &upper);
  });
  // RocksDB answers "manual compaction paused".
  if (!status.ok() && canceled) {
    Status limit = limits.Check();
    return limit.ok() ? base::Cancelled() : limit;
  }
  return FromMaintenance(status, "compacting family " + family.label());
}

bool HasBlobs(const Family& family) { return family.control().settings().mob_threshold >= 0; }

// The rows that a sweep must visit: those of files with markers, and those split by a file
// boundary. With NEW_VERSION_BEHAVIOR all, because compactions drop nothing there.
std::vector<KeyRange> RowsToSweep(const std::vector<StoreFile>& files, const KeyRange& keys,
                                  const FamilyRules& rules) {
  std::vector<KeyRange> ranges;
  const auto add = [&](BytesView first_row, BytesView last_row) {
    KeyRange range{Bytes(first_row), AfterPrefix(last_row)};
    range.lower = std::max(range.lower, keys.lower);
    if (!keys.upper.empty()) range.upper = std::min(range.upper, keys.upper);
    if (range.lower < range.upper) ranges.push_back(std::move(range));
  };
  for (size_t i = 0; i < files.size(); ++i) {
    const StoreFile& file = files[i];
    if (Overlaps(keys, file) && (file.properties.markers > 0 || rules.new_version_behavior)) {
      add(RowOf(file.smallest), RowOf(file.largest));
    }
    const bool cut = i > 0 && file.level > 0 && files[i - 1].level == file.level &&
                     RowOf(files[i - 1].largest) == RowOf(file.smallest);
    if (cut) add(RowOf(file.smallest), RowOf(file.smallest));
  }
  // Merged, so that no row is swept twice.
  std::sort(ranges.begin(), ranges.end(),
            [](const KeyRange& a, const KeyRange& b) { return a.lower < b.lower; });
  std::vector<KeyRange> joined;
  for (KeyRange& range : ranges) {
    if (!joined.empty() && range.lower <= joined.back().upper) {
      joined.back().upper = std::max(joined.back().upper, range.upper);
    } else {
      joined.push_back(std::move(range));
    }
  }
  return joined;
}

// Sweeps the ranges; between two rows the limits may end it.
Status SweepRanges(Store& store, Family& family, Sweep& sweep, const std::vector<KeyRange>& ranges,
                   const base::CallLimits& limits) {
  Status swept;
  for (const KeyRange& range : ranges) {
    swept = sweep.Run(range.lower, range.upper, limits);
    if (!swept.ok()) break;
  }
  // Flushed, also when the sweep has ended early, so that its deletions do not share a memtable
  // with newer puts in the next flush.
  const Status flushed = sweep.cells_dropped() > 0 ? FlushFamily(store, family) : Status();
  return swept.ok() ? flushed : swept;
}

}  // namespace

KeyRange ToKeys(const RowRange& rows) {
  return {rows.start.empty() ? Bytes() : EncodeRow(rows.start, rows.order),
          rows.stop.empty() ? Bytes() : EncodeRow(rows.stop, rows.order)};
}

Status FlushFamily(Store& store, Family& family) {
  rocksdb::FlushOptions options;
  options.wait = true;
  options.allow_write_stall = true;
  const rocksdb::Status status = store.disk_error_handler().Run(
      store.engine(), [&] { return store.engine().Flush(options, family.handle()); });
  return FromMaintenance(status, "flushing family " + family.label());
}

Status CompactFamily(Store& store, Family& family, const RowRange& rows,
                     const base::CallLimits& limits) {
  BASALT_ASSIGN_OR_RETURN(const int dropped, DropExpiredFiles(store, family));
  (void)dropped;
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kSkip;
  options.exclusive_manual_compaction = false;
  return CompactKeys(store, family, ToKeys(rows), options, limits);
}

Status MajorCompactFamily(Store& store, uint64_t table_id, Family& family, const RowRange& rows,
                          const base::CallLimits& limits) {
  const KeyRange keys = ToKeys(rows);
  BASALT_RETURN_IF_ERROR(FlushFamily(store, family));
  BASALT_ASSIGN_OR_RETURN(const int dropped, DropExpiredFiles(store, family));
  (void)dropped;

  // HBase decides by the files it is about to merge, before anything in them is dropped; all but
  // the newest it leaves out if everything in them has expired.
  BASALT_ASSIGN_OR_RETURN(const auto before, ListFiles(store, family));
  const FamilyRules rules = family.control().rules();
  const int64_t oldest_unexpired = rules.OldestUnexpired(store.clock().NowMs());
  uint64_t newest = 0;
  for (const StoreFile& file : before) newest = std::max(newest, file.sequence);
  int64_t earliest_put = kLatestTimestamp;
  for (const StoreFile& file : before) {
    const bool expired = rules.min_versions == 0 && file.properties.newest < oldest_unexpired;
    if (!Overlaps(keys, file) || (expired && file.sequence < newest)) continue;
    earliest_put = std::min(earliest_put, file.properties.earliest_put);
  }

  // Where markers are kept they are counted together with the versions around them, so they must be
  // judged while the surplus versions, which the compaction filter drops, are still there.
  if (rules.keep_deleted != KeepDeletedCells::kFalse && !rules.new_version_behavior) {
    Sweep sweep(store, table_id, family, earliest_put, rows.order);
    BASALT_RETURN_IF_ERROR(
        SweepRanges(store, family, sweep, RowsToSweep(before, keys, rules), limits));
  }

  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
  // Others' compactions go on meanwhile; what the sweep does is right whatever they did.
  options.exclusive_manual_compaction = false;
  options.blob_garbage_collection_policy = rocksdb::BlobGarbageCollectionPolicy::kForce;
  options.blob_garbage_collection_age_cutoff = 1.0;
  BASALT_RETURN_IF_ERROR(CompactKeys(store, family, keys, options, limits));

  BASALT_ASSIGN_OR_RETURN(const auto after, ListFiles(store, family));
  const std::vector<KeyRange> ranges = RowsToSweep(after, keys, rules);
  if (ranges.empty()) return {};
  Sweep sweep(store, table_id, family, earliest_put, rows.order);
  return SweepRanges(store, family, sweep, ranges, limits);
}

Result<int> DropExpiredFiles(Store& store, Family& family) {
  const FamilyRules rules = family.control().rules();
  if (rules.min_versions > 0) return 0;
  // RocksDB before 8.11 does not drop the blobs of a dropped file.
  if (HasBlobs(family)) return 0;
  const int64_t oldest = rules.OldestUnexpired(store.clock().NowMs());
  if (oldest <= 0) return 0;

  const auto is_expired = [oldest](const StoreFile& file) {
    return file.properties.newest < oldest;
  };
  BASALT_ASSIGN_OR_RETURN(const auto candidates, ListFiles(store, family));
  if (std::none_of(candidates.begin(), candidates.end(), is_expired)) return 0;

  // The files must not change between the check and the deletion.
  BASALT_RETURN_IF_ERROR(FromEngine(store.engine().PauseBackgroundWork(), "pausing compactions"));
  struct Continue {
    rocksdb::DB& db;
    ~Continue() { db.ContinueBackgroundWork().PermitUncheckedError(); }
  } const resume{store.engine()};

  BASALT_ASSIGN_OR_RETURN(const auto files, ListFiles(store, family));
  int dropped = 0;
  for (const StoreFile& file : files) {
    // Files of level 0 cannot be dropped alone; compaction empties them.
    if (file.level == 0 || !is_expired(file)) continue;
    // Everything that a dropped file hid must be expired as well.
    const bool alone = std::all_of(files.begin(), files.end(), [&](const StoreFile& other) {
      const bool overlaps = other.largest >= file.smallest && other.smallest <= file.largest;
      return !overlaps || is_expired(other);
    });
    if (!alone) continue;
    const rocksdb::Slice begin = ToSlice(file.smallest);
    const rocksdb::Slice end = ToSlice(file.largest);
    BASALT_RETURN_IF_ERROR(
        FromEngine(rocksdb::DeleteFilesInRange(&store.engine(), family.handle(), &begin, &end),
                   "dropping expired files of family " + family.label()));
    ++dropped;
  }
  return dropped;
}

Result<bool> NeedsMajor(Store& store, Family& family, const RowRange& rows, uint64_t since) {
  if (EntriesInMemory(store, family) > 0) return true;
  const KeyRange keys = ToKeys(rows);
  const FamilyRules rules = family.control().rules();
  const int64_t oldest_unexpired = rules.OldestUnexpired(store.clock().NowMs());
  BASALT_ASSIGN_OR_RETURN(const auto files, ListFiles(store, family));
  return std::any_of(files.begin(), files.end(), [&](const StoreFile& file) {
    if (!Overlaps(keys, file)) return false;
    return since == 0 || file.sequence > since || file.properties.earliest_put < oldest_unexpired;
  });
}

std::vector<std::string> FilesWithRows(Store& store, Family& family, const RowRange& rows) {
  const KeyRange keys = ToKeys(rows);
  rocksdb::ColumnFamilyMetaData metadata;
  store.engine().GetColumnFamilyMetaData(family.handle(), &metadata);
  std::vector<std::string> paths;
  for (const rocksdb::LevelMetaData& level : metadata.levels) {
    for (const rocksdb::SstFileMetaData& file : level.files) {
      if (file.largestkey < keys.lower) continue;
      if (!keys.upper.empty() && file.smallestkey >= keys.upper) continue;
      paths.push_back(file.db_path + file.name);
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

uint64_t LatestSequence(Store& store) { return store.engine().GetLatestSequenceNumber(); }

Status RemoveExpired(Store& store, Family& family) {
  BASALT_ASSIGN_OR_RETURN(const int dropped, DropExpiredFiles(store, family));
  (void)dropped;
  const FamilyRules rules = family.control().rules();
  const int64_t oldest = rules.OldestUnexpired(store.clock().NowMs());
  if (rules.min_versions > 0 || oldest <= 0) return {};
  const auto is_expired = [oldest](const StoreFile& file) {
    return file.properties.newest < oldest;
  };
  BASALT_ASSIGN_OR_RETURN(const auto files, ListFiles(store, family));
  for (const StoreFile& file : files) {
    if ((file.level != 0 && !HasBlobs(family)) || !is_expired(file)) continue;
    // Next to live files it would need a rewrite of those; it waits for the next compaction.
    const bool alone = std::all_of(files.begin(), files.end(), [&](const StoreFile& other) {
      const bool overlaps = other.largest >= file.smallest && other.smallest <= file.largest;
      return !overlaps || is_expired(other);
    });
    if (!alone) continue;
    rocksdb::CompactRangeOptions options;
    options.exclusive_manual_compaction = false;
    // To the bottom level, where deletions are dropped as well.
    options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
    BASALT_RETURN_IF_ERROR(
        CompactKeys(store, family, {file.smallest, file.largest + '\0'}, options));
  }
  return {};
}

uint64_t EntriesInMemory(Store& store, Family& family) {
  uint64_t total = 0;
  for (const auto& property : {rocksdb::DB::Properties::kNumEntriesActiveMemTable,
                               rocksdb::DB::Properties::kNumEntriesImmMemTables}) {
    uint64_t entries = 0;
    store.engine().GetIntProperty(family.handle(), property, &entries);
    total += entries;
  }
  return total;
}

BlockTotals ReadBlockTotals(Store& store, Family& family) {
  BlockTotals totals;
  rocksdb::TablePropertiesCollection properties;
  // Without them nothing is known, which is no reason for a scan to fail.
  if (!store.engine().GetPropertiesOfAllTables(family.handle(), &properties).ok()) return totals;
  for (const auto& [path, table] : properties) {
    totals.blocks += table->num_data_blocks;
    totals.stored_bytes += table->data_size;
    totals.raw_bytes += table->raw_key_size + table->raw_value_size;
  }
  return totals;
}

uint64_t FileBytes(Store& store, Family& family) {
  rocksdb::ColumnFamilyMetaData metadata;
  store.engine().GetColumnFamilyMetaData(family.handle(), &metadata);
  return metadata.size + metadata.blob_file_size;
}

void SetThrottle(Store& store, uint64_t lower, uint64_t higher) {
  store.throttle()->SetRates(lower, higher);
  TuneThrottle(store);
}

uint64_t CompactionRate(Store& store) { return store.throttle()->bytes_per_second(); }

void TuneThrottle(Store& store) { store.throttle()->Tune(CompactionPressure(store)); }

void CancelCompactions(Store& store) { store.engine().DisableManualCompaction(); }

}  // namespace basalt::store
