// Store: one RocksDB instance in one directory, with a column family per table family.
//
// Knows cells and families, not table names: those belong to the catalog, which keeps its records
// in the store's default column family. Thread safe. Shared: the store closes when its last user (a
// scanner, say) releases it.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basalt/clock.h"
#include "basalt/descriptor.h"
#include "basalt/embedded_options.h"
#include "basalt/status.h"
#include "base/ordered_mutex.h"
#include "store/directory.h"
#include "store/disk_space.h"
#include "store/engine_fwd.h"
#include "store/family.h"
#include "store/log_journal.h"
#include "store/row_locks.h"
#include "store/write_times.h"

namespace basalt::store {

class CellBatch;
class CompactionThrottle;
class DamageRegistry;
class DiskErrorHandler;
struct FamilyEnvironment;
struct FamilyFiles;
class WalSyncer;

// The column family of the records' copies.
inline constexpr std::string_view kCopiesLabel = "catalog-copy";
// RocksDB needs space for a memstore of each family before it recovers from a full disk.
inline constexpr size_t kSystemMemstoreBytes = 256 << 10;

struct StoreOptions : EmbeddedOptions {
  // Compactions write no faster than this while they keep up, and go on to the second as they fall
  // behind. 0: as fast as they can.
  uint64_t compaction_lower_bytes_per_s = 0;
  uint64_t compaction_higher_bytes_per_s = 0;
  // When the memstores of all families together come near this, the largest is flushed. 0: no
  // limit.
  uint64_t memstore_total_bytes = 0;
  // Writes that do not wait for the disk are on it this much later at most. 0: when the operating
  // system pleases.
  int64_t wal_sync_interval_ms = 1000;
  // Of the process's limit of file descriptors (RLIMIT_NOFILE) the engine leaves this many to the
  // rest of the process; it keeps as many store files open as the others allow.
  uint64_t reserved_descriptors = 256;
  // Opens a store although logs that had been synced are missing or damaged; what follows the loss
  // is cut off.
  bool accept_log_loss = false;
  // Gets one line for each event an operator should see: logs that were cut, a damaged file, a disk
  // that fails and works again. Called by any thread. The lines are also in the engine's LOG.
  std::function<void(const std::string& line)> report;
  // Writes are rejected while the disk has less free space. Both 0: never.
  DiskLimit disk_limit;
  DiskLook look_at_disk = LookAtDisk;
  // For tests: called when records have been written, and its error is returned in their place, as
  // by a sync of the log that fails after the write.
  std::function<Status()> after_records;
};

class Store {
 public:
  static Result<std::shared_ptr<Store>> Open(const std::string& path, const StoreOptions& options);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const StoreOptions& options() const { return options_; }
  // The data directory.
  const std::string& path() const { return directory_->path(); }
  const Clock& clock() const { return *options_.clock; }
  RowLocks& row_locks() { return row_locks_; }
  WriteTimes& write_times() { return write_times_; }
  rocksdb::DB& engine() { return *db_; }
  DiskErrorHandler& disk_error_handler() { return *disk_errors_; }
  DiskSpace& disk_space() { return *disk_space_; }
  DamageRegistry& damage() { return *damage_; }
  // A line for the operator.
  void Report(const std::string& line) const;
  // How far the disk is behind the write-ahead logs.
  LogLag wal_lag() const;
  CompactionThrottle* throttle() { return throttle_.get(); }
  // Whether a write may have to wait: for the disk, for the sync of another write, or for flush and
  // compaction to catch up.
  bool WritesMayWait() const;
  // The same for a write that asks for this durability.
  bool WriteMayWait(Durability durability) const;

  // Families. A label is any file name, unique in the store.
  std::vector<std::string> FamilyLabels() const;
  std::shared_ptr<Family> FindFamily(std::string_view label) const;
  Result<std::shared_ptr<Family>> CreateFamily(const std::string& label,
                                               const FamilyDescriptor& descriptor);
  // The same with the files in `folder` as its data; they stay there (family_files.h). `scratch`:
  // an empty directory of the caller on the store's file system, empty again afterwards.
  Result<std::shared_ptr<Family>> ImportFamily(const std::string& label,
                                               const FamilyDescriptor& descriptor,
                                               const FamilyFiles& files, const std::string& folder,
                                               const std::string& scratch);
  // The data is deleted when the last reader is done. Not an error if there is no such family.
  Status DropFamily(const std::string& label);
  // Rules take effect at once; storage settings for files written from now on.
  Status ConfigureFamily(Family& family, const FamilyDescriptor& descriptor);
  // Leaves the family, or the catalog's records, out of automatic compactions until the next open.
  void StopCompactions(const std::string& label);
  // Records durably that the family holds cells with their own TTLs.
  Status NoteCellTtls(Family& family);

  // The catalog's records. Writes are atomic together and on disk when the call returns.
  Result<std::optional<Bytes>> GetRecord(BytesView key);
  using RecordChange = std::pair<Bytes, std::optional<Bytes>>;  // nullopt deletes
  Status WriteRecords(const std::vector<RecordChange>& changes);
  // The same with cells of the same change; consumes the batch.
  Status WriteRecords(const std::vector<RecordChange>& changes, CellBatch cells);
  // One change that survives a crash of the process, but maybe not a power failure.
  Status PutRecord(BytesView key, std::optional<Bytes> value);
  // Deletes all records in [begin, end). Durable with the next synced write.
  Status DeleteRecords(BytesView begin, BytesView end);
  // Records written by WriteRecords have a copy in a column family of its own, which is read in
  // their place when they are damaged. HasCopy: whether a record has one. AddCopy adds a record
  // that is a copy alone, of something that is no record: the regions of hbase:meta.
  static bool HasCopy(BytesView key);
  Status AddCopy(rocksdb::WriteBatch& batch, const RecordChange& change);
  Status ForEachCopy(BytesView prefix,
                     const std::function<Status(BytesView key, BytesView value)>& visit);
  // Adds a record change to a batch of cells, so that both are atomic.
  Status AddRecord(rocksdb::WriteBatch& batch, const RecordChange& change);
  // In key order; stops at the first error `visit` returns. Damaged records that have no copy are
  // passed over.
  Status ForEachRecord(BytesView prefix,
                       const std::function<Status(BytesView key, BytesView value)>& visit);

  // Brings the records and their copy to files.
  Status FlushRecords();

  Status Write(rocksdb::WriteBatch& batch, Durability durability);
  // Adds finished files to families, in one step for readers and for a crash (bulk_chunk.h).
  // Fails with an invalid argument when a memstore has cells between theirs.
  rocksdb::Status Ingest(const std::vector<rocksdb::IngestExternalFileArg>& files);

  std::unique_ptr<rocksdb::Iterator> NewIterator(const rocksdb::ReadOptions& options,
                                                 const Family& family);
  // One iterator per family, all at one point in time: a row's families are seen together.
  std::vector<std::unique_ptr<rocksdb::Iterator>> NewIterators(
      const std::vector<rocksdb::ReadOptions>& options, const std::vector<Family*>& families);

 private:
  Store(StoreOptions options, std::unique_ptr<Directory> directory);
  Status OpenEngineWithFamilies();
  Status OpenWriteTimes();
  // Opens the column family of the copies, anew if it is missing, incomplete or damaged.
  Status OpenCopies(rocksdb::ColumnFamilyHandle* found);
  rocksdb::Status ReadRecords(rocksdb::ColumnFamilyHandle* handle, BytesView prefix,
                              std::vector<std::pair<Bytes, Bytes>>& records);
  void NoteRecordDamage(const rocksdb::Status& status);
  // Notes the store files that cannot even be opened.
  void NoteUnopenableFiles();
  // Detects corruption that RocksDB would not see or not name, and cuts logs where a crash has left
  // them incomplete. True if there is no database yet.
  Result<bool> PrepareEngineFiles();

  const StoreOptions options_;
  const std::unique_ptr<Directory> directory_;
  const std::shared_ptr<DiskSpace> disk_space_;
  const std::shared_ptr<DiskErrorHandler> disk_errors_;
  const std::unique_ptr<DamageRegistry> damage_;
  const std::shared_ptr<CompactionThrottle> throttle_;
  RowLocks row_locks_;
  WriteTimes write_times_;
  // Writes that wait for the disk; those that come after them wait, too.
  std::atomic<int> syncing_writes_{0};
  ReadersGate readers_gate_;
  std::unique_ptr<FamilyEnvironment> environment_;
  std::shared_ptr<rocksdb::Logger> engine_log_;
  std::shared_ptr<LogJournal> journal_;
  std::unique_ptr<rocksdb::Env> env_;
  std::unique_ptr<rocksdb::DB> db_;
  std::unique_ptr<WalSyncer> wal_syncer_;
  rocksdb::ColumnFamilyHandle* system_ = nullptr;
  rocksdb::ColumnFamilyHandle* copies_ = nullptr;
  // Opened although a store file cannot be opened. RocksDB then does not reject writes after an
  // error of the log, so the store does.
  bool lenient_ = false;
  std::atomic<bool> log_failed_{false};
  // Serialises changes of families' settings; only the lock of a FamilyControl is taken under it.
  std::mutex settings_mutex_;

  // Guards families_ and serialises their creation and removal.
  mutable base::OrderedMutex<base::LockRank::kStoreFamilies> families_mutex_;
  std::map<std::string, std::shared_ptr<Family>, std::less<>> families_;
};

}  // namespace basalt::store
