#include "store/store.h"

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/sst_file_reader.h>
#include <rocksdb/write_batch.h>
#include <rocksdb/write_buffer_manager.h>

#include "store/bulk_chunk.h"
#include "store/cell_batch.h"
#include "store/clean_shutdown_record.h"
#include "store/compaction_throttle.h"
#include "store/damage_registry.h"
#include "store/disk_error_handler.h"
#include "store/engine.h"
#include "store/engine_log.h"
#include "store/family_options.h"
#include "store/log_env.h"
#include "store/log_recovery.h"
#include "store/naming_env.h"
#include "store/readable_walk.h"
#include "store/wal_syncer.h"

namespace basalt::store {
namespace {

// The fraction of the block cache reserved for families declared IN_MEMORY.
constexpr uint64_t kInMemoryShare = 4;
// The record of WriteTimes: no marker in the store is newer, of those whose time the store gave.
constexpr std::string_view kNewestMarkerKey = "newest_marker";
// The number of threads that open files, over all families.
constexpr int kFileOpeningThreads = 64;
// Threads for compactions that were asked for, so that those of several tables run side by side.
// Automatic ones keep to the store's background threads.
constexpr int kCompactionThreads = 4;

// How many store files may be open. Reads are fastest if all are, without a limit.
int MaxOpenFiles(uint64_t reserved) {
  // For logs, the MANIFEST, files that flush and compaction write, and the store's own.
  constexpr uint64_t kEngineOwn = 64;
  constexpr uint64_t kFewest = 64;
  constexpr uint64_t kAsGoodAsAll = 1 << 16;
  rlimit limit;
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return kFewest;
  const uint64_t spare = reserved + kEngineOwn;
  const uint64_t files = limit.rlim_cur > spare ? limit.rlim_cur - spare : 0;
  return files >= kAsGoodAsAll ? -1 : static_cast<int>(std::max(files, kFewest));
}

rocksdb::DBOptions MakeEngineOptions(const StoreOptions& options) {
  rocksdb::DBOptions engine;
  engine.create_if_missing = true;
  engine.max_background_jobs = std::max(2, options.background_threads);
  // A row must not be split between two subcompactions, as each would see half of it.
  engine.max_subcompactions = 1;
  engine.enable_pipelined_write = true;
  engine.bytes_per_sync = 1 << 20;
  engine.max_open_files = MaxOpenFiles(options.reserved_descriptors);
  engine.avoid_flush_during_recovery = true;
  // Not used: see NamingEnv.
  GoOnWithoutOptionsFile(engine);
  engine.stats_dump_period_sec = 0;
  // Small families must not retain the logs of large ones forever.
  engine.max_total_wal_size = 4 * options.memstore_flush_bytes;
  // RecoverLogs has cut what is not whole.
  engine.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  if (options.memstore_total_bytes > 0) {
    engine.write_buffer_manager =
        std::make_shared<rocksdb::WriteBufferManager>(options.memstore_total_bytes);
  }
  return engine;
}

rocksdb::WriteOptions MakeWriteOptions(Durability durability, bool sync_wal_to_disk) {
  rocksdb::WriteOptions write;
  // A family may be dropped during a write. Its cells are lost with it, the row's other cells stay.
  write.ignore_missing_column_families = true;
  switch (durability) {
    case Durability::kSkipWal: write.disableWAL = true; break;
    case Durability::kFsyncWal: write.sync = true; break;
    case Durability::kUseDefault:
    case Durability::kAsyncWal:
    case Durability::kSyncWal: write.sync = sync_wal_to_disk; break;
  }
  return write;
}

std::shared_ptr<CompactionThrottle> MakeThrottle(const StoreOptions& options) {
  return std::make_shared<CompactionThrottle>(options.compaction_lower_bytes_per_s,
                                              options.compaction_higher_bytes_per_s);
}

bool HasData(const std::string& engine_path) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(engine_path, error)) {
    const auto extension = entry.path().extension();
    if (extension == ".log" || extension == ".sst" || extension == ".blob") return true;
  }
  return false;
}

// Names the store file that prevents opening, if file sizes and footers show it: RocksDB opens
// files in several threads and may only report that one is bad.
Status NameBadFile(const Status& status, const std::string& engine_path) {
  if (status.code() != StatusCode::kCorruption ||
      status.message().find(".sst") != std::string::npos) {
    return status;
  }
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(engine_path, error)) {
    if (entry.path().extension() != ".sst") continue;
    const rocksdb::Status opened = rocksdb::SstFileReader({}).Open(entry.path().string());
    if (!opened.ok()) return status.WithContext(entry.path().string());
  }
  return status;
}

// Adds to a count for as long as it lives.
class CountWhile {
 public:
  CountWhile(std::atomic<int>& count, int by) : count_(count), by_(by) {
    if (by_ != 0) count_.fetch_add(by_, std::memory_order_relaxed);
  }
  CountWhile(const CountWhile&) = delete;
  CountWhile& operator=(const CountWhile&) = delete;
  ~CountWhile() {
    if (by_ != 0) count_.fetch_sub(by_, std::memory_order_relaxed);
  }

 private:
  std::atomic<int>& count_;
  const int by_;
};

rocksdb::Status ChangeFamilies(DiskErrorHandler& disk_error_handler, rocksdb::DB& db,
                               const std::function<rocksdb::Status()>& change) {
  return disk_error_handler.Run(db, [&] { return WithoutOptionsFile(change); });
}

}  // namespace

Store::Store(StoreOptions options, std::unique_ptr<Directory> directory)
    : options_(std::move(options)),
      directory_(std::move(directory)),
      disk_space_(std::make_shared<DiskSpace>(directory_->path(), options_.disk_limit,
                                              options_.look_at_disk)),
      disk_errors_(std::make_shared<DiskErrorHandler>(
          disk_space_, [this](const std::string& line) { Report(line); })),
      damage_(std::make_unique<DamageRegistry>(*this)),
      throttle_(MakeThrottle(options_)),
      environment_(std::make_unique<FamilyEnvironment>()) {
  environment_->clock = options_.clock;
  environment_->readers_gate = &readers_gate_;
  const uint64_t in_memory_bytes = options_.block_cache_bytes / kInMemoryShare;
  environment_->block_cache = rocksdb::NewLRUCache(options_.block_cache_bytes - in_memory_bytes);
  environment_->in_memory_cache = rocksdb::NewLRUCache(in_memory_bytes);
  environment_->memstore_flush_bytes = options_.memstore_flush_bytes;
  environment_->automatic_compactions = options_.automatic_compactions;
}

Result<std::shared_ptr<Store>> Store::Open(const std::string& path, const StoreOptions& options) {
  BASALT_ASSIGN_OR_RETURN(auto directory, Directory::Open(path, options.create_if_missing));
  BASALT_RETURN_IF_ERROR(BulkChunk::RemoveLeftovers(directory->path()));
  std::shared_ptr<Store> store(new Store(options, std::move(directory)));
  BASALT_RETURN_IF_ERROR(store->OpenEngineWithFamilies());
  BASALT_RETURN_IF_ERROR(store->OpenWriteTimes());
  return store;
}

Status Store::OpenEngineWithFamilies() {
  const std::string path = directory_->engine_path();
  rocksdb::DBOptions engine_options = MakeEngineOptions(options_);
  engine_log_ = std::make_shared<EngineLog>(path + "/LOG");
  engine_options.info_log = engine_log_;
  // In this order: what the first takes for damage is no error to the second.
  engine_options.listeners = {MakeDamageListener(*damage_), disk_errors_};
  engine_options.rate_limiter = throttle_;
  disk_errors_->memory().Set(engine_options.write_buffer_manager);
  (void)disk_space_->Look();

  BASALT_ASSIGN_OR_RETURN(const bool fresh, PrepareEngineFiles());
  env_ = NewLogEnv(journal_);
  engine_options.env = env_.get();
  std::vector<std::string> labels = {rocksdb::kDefaultColumnFamilyName};
  if (!fresh) {
    BASALT_RETURN_IF_ERROR(
        FromEngine(rocksdb::DB::ListColumnFamilies(engine_options, path, &labels),
                   "reading CURRENT and the MANIFEST it names in " + path));
  }

  engine_options.env->IncBackgroundThreadsIfNeeded(kCompactionThreads, rocksdb::Env::LOW);
  // RocksDB starts these threads for every family, even without files.
  engine_options.max_file_opening_threads =
      std::clamp(kFileOpeningThreads / static_cast<int>(labels.size()), 1, kFileOpeningThreads / 4);
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  std::vector<std::shared_ptr<FamilyControl>> controls;
  for (const std::string& label : labels) {
    if (label == rocksdb::kDefaultColumnFamilyName || label == kCopiesLabel) {
      descriptors.emplace_back(label, rocksdb::ColumnFamilyOptions());
      // RocksDB needs space for the largest of these before it recovers from a full disk.
      descriptors.back().options.write_buffer_size = kSystemMemstoreBytes;
      controls.push_back(nullptr);
      continue;
    }
    const std::string content = directory_->ReadFamilyFile(label).value_or("");
    controls.push_back(std::make_shared<FamilyControl>(FamilySettings::Decode(content)));
    descriptors.emplace_back(label, MakeFamilyOptions(controls.back(), *environment_));
  }

  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  const std::string doing = "opening the store in " + directory_->path();
  Status opened = FromEngine(OpenEngine(engine_options, path, descriptors, &handles, &db_), doing);
  if (!opened.ok()) opened = NameBadFile(opened, path);
  if (!opened.ok() && opened.message().find(".sst") != std::string::npos) {
    // One bad store file is no reason not to open: reads of it fail. RecoverLogs has verified the
    // logs, which RocksDB does not do in this mode.
    lenient_ = true;
    engine_options.paranoid_checks = false;
    opened = NameBadFile(
        FromEngine(OpenEngine(engine_options, path, descriptors, &handles, &db_), doing), path);
  }
  BASALT_RETURN_IF_ERROR(opened);
  if (!fresh) disk_errors_->NoteOpened(*db_);
  wal_syncer_ =
      std::make_unique<WalSyncer>(*db_, *journal_, *disk_errors_, options_.wal_sync_interval_ms);
  rocksdb::ColumnFamilyHandle* copies = nullptr;
  for (size_t i = 0; i < handles.size(); ++i) {
    if (labels[i] == kCopiesLabel) {
      copies = handles[i];
    } else if (controls[i] == nullptr) {
      system_ = handles[i];
    } else {
      families_[labels[i]] =
          std::make_shared<Family>(labels[i], controls[i], db_.get(), handles[i]);
    }
  }
  BASALT_RETURN_IF_ERROR(OpenCopies(copies));
  if (lenient_) NoteUnopenableFiles();
  damage_->Load();
  return {};
}

Status Store::OpenWriteTimes() {
  BASALT_ASSIGN_OR_RETURN(const auto record, GetRecord(kNewestMarkerKey));
  write_times_.Open(record ? DecodeLong(*record) : std::nullopt, [this](int64_t newest_marker_ms) {
    return PutRecord(kNewestMarkerKey, EncodeLong(newest_marker_ms));
  });
  return {};
}

void Store::NoteUnopenableFiles() {
  std::vector<rocksdb::LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  for (const rocksdb::LiveFileMetaData& file : files) {
    const Status opened = TryStoreFile(file.directory + "/" + file.relative_filename, file.size);
    if (opened.ok()) continue;
    damage_->Note(file.column_family_name, file.relative_filename, opened.message());
  }
}

Result<bool> Store::PrepareEngineFiles() {
  const std::string path = directory_->engine_path();
  LogRecoveryOptions recovery{.accept_loss = options_.accept_log_loss};
  if (const auto record = directory_->ReadClosingRecord()) {
    const Status as_closed = CheckClosingRecord(*record, path);
    recovery.closed = as_closed.ok();
    const bool log_lost = as_closed.message().find(".log") != std::string::npos;
    if (!as_closed.ok() && !(log_lost && options_.accept_log_loss)) {
      if (!log_lost) return as_closed;
      return Status(as_closed.code(),
                    as_closed.message() + "; " + HowToAcceptLogLoss(directory_->path()));
    }
    BASALT_RETURN_IF_ERROR(directory_->RemoveClosingRecord());
  }
  RecoveredLogs logs;
  std::error_code error;
  const bool fresh = !std::filesystem::exists(path + "/CURRENT", error);
  // Data exists only after CURRENT. Without CURRENT RocksDB would create a new database.
  if (fresh && (directory_->HasFamilyFiles() || HasData(path))) {
    return Status(StatusCode::kCorruption, path + "/CURRENT is missing");
  }
  if (!fresh) {
    BASALT_ASSIGN_OR_RETURN(logs, RecoverLogs(directory_->path(), recovery));
    for (const std::string& report : logs.reports) Report(report);
  }
  BASALT_ASSIGN_OR_RETURN(journal_, LogJournal::Start(directory_->path() + "/LOGS", logs.history,
                                                      logs.last_log, logs.last_bytes));
  return fresh;
}

void Store::Report(const std::string& line) const {
  if (engine_log_ != nullptr) rocksdb::Warn(engine_log_, "%s", line.c_str());
  if (options_.report) options_.report(line);
}

LogLag Store::wal_lag() const { return journal_->lag(); }

Store::~Store() {
  damage_->Stop();
  families_.clear();
  if (wal_syncer_ != nullptr) wal_syncer_->Stop();
  if (db_ == nullptr) return;
  if (system_ != nullptr) write_times_.Close();
  if (system_ != nullptr) db_->DestroyColumnFamilyHandle(system_);
  if (copies_ != nullptr) db_->DestroyColumnFamilyHandle(copies_);
  // The record states how the logs end, so their ends must be on disk.
  const bool synced = !disk_errors_->failed() && journal_->SyncLogs().ok();
  journal_->NoteClosing();
  disk_errors_->AwaitEndOfRecovery();
  // Flushes data written without the WAL.
  if (!db_->Close().ok() || !synced) return;
  // Not an error: the record only enables a check.
  if (const auto record = MakeClosingRecord(directory_->engine_path()); record.ok()) {
    (void)directory_->WriteClosingRecord(*record).ok();
  }
}

std::vector<std::string> Store::FamilyLabels() const {
  const std::lock_guard lock(families_mutex_);
  std::vector<std::string> labels;
  for (const auto& [label, family] : families_) labels.push_back(label);
  return labels;
}

std::shared_ptr<Family> Store::FindFamily(std::string_view label) const {
  const std::lock_guard lock(families_mutex_);
  const auto found = families_.find(label);
  return found == families_.end() ? nullptr : found->second;
}

Result<std::shared_ptr<Family>> Store::CreateFamily(const std::string& label,
                                                    const FamilyDescriptor& descriptor) {
  const std::lock_guard lock(families_mutex_);
  BASALT_RETURN_IF_ERROR(directory_->CheckRoomForChange());
  const FamilySettings settings = FamilySettings::From(descriptor);
  BASALT_RETURN_IF_ERROR(directory_->WriteFamilyFile(label, settings.Encode()));
  auto control = std::make_shared<FamilyControl>(settings);
  control->set_rules(FamilyRules::From(descriptor));
  rocksdb::ColumnFamilyHandle* handle = nullptr;
  const rocksdb::Status created = ChangeFamilies(*disk_errors_, *db_, [&] {
    return db_->CreateColumnFamily(MakeFamilyOptions(control, *environment_), label, &handle);
  });
  BASALT_RETURN_IF_ERROR(FromEngine(created, "creating family " + label));
  auto family = std::make_shared<Family>(label, std::move(control), db_.get(), handle);
  families_[label] = family;
  return family;
}

Status Store::DropFamily(const std::string& label) {
  const std::lock_guard lock(families_mutex_);
  const auto found = families_.find(label);
  if (found == families_.end()) return {};
  BASALT_RETURN_IF_ERROR(directory_->CheckRoomForChange());
  const rocksdb::Status dropped = ChangeFamilies(
      *disk_errors_, *db_, [&] { return db_->DropColumnFamily(found->second->handle()); });
  BASALT_RETURN_IF_ERROR(FromEngine(dropped, "dropping family " + label));
  families_.erase(found);
  directory_->RemoveFamilyFile(label);
  damage_->Forget(label);
  return {};
}

Status Store::ConfigureFamily(Family& family, const FamilyDescriptor& descriptor) {
  // The settings are read, changed and written back, here and by NoteCellTtls.
  const std::lock_guard lock(settings_mutex_);
  family.control().set_rules(FamilyRules::From(descriptor));
  FamilySettings settings = FamilySettings::From(descriptor);
  const FamilySettings old = family.control().settings();
  settings.has_cell_ttls = old.has_cell_ttls;
  if (settings == old) return {};
  BASALT_RETURN_IF_ERROR(directory_->WriteFamilyFile(family.label(), settings.Encode()));
  family.control().set_settings(settings);
  const rocksdb::Status changed = ChangeFamilies(*disk_errors_, *db_, [&] {
    return db_->SetOptions(family.handle(), MutableFamilyOptions(settings));
  });
  return FromEngine(changed, "changing the options of family " + family.label());
}

Status Store::NoteCellTtls(Family& family) {
  if (family.control().settings().has_cell_ttls) return {};
  const std::lock_guard lock(settings_mutex_);
  FamilySettings settings = family.control().settings();
  if (settings.has_cell_ttls) return {};
  settings.has_cell_ttls = true;
  if (settings.mob_threshold >= 0) {
    BASALT_RETURN_IF_ERROR(directory_->WriteFamilyFile(family.label(), settings.Encode()));
  }
  family.control().set_settings(settings);
  return {};
}

void Store::StopCompactions(const std::string& label) {
  const auto family = FindFamily(label);
  rocksdb::ColumnFamilyHandle* handle = family != nullptr ? family->handle() : nullptr;
  if (label == rocksdb::kDefaultColumnFamilyName) handle = system_;
  if (label == kCopiesLabel) handle = copies_;
  if (handle == nullptr) return;
  // If it fails, the compaction fails again and again, to no other harm.
  ChangeFamilies(*disk_errors_, *db_, [&] {
    return db_->SetOptions(handle, {{"disable_auto_compactions", "true"}});
  }).PermitUncheckedError();
}

bool Store::WritesMayWait() const {
  return options_.sync_wal_to_disk || disk_errors_->writes_stalled() ||
         disk_errors_->memory().closed() || syncing_writes_.load(std::memory_order_relaxed) > 0;
}

bool Store::WriteMayWait(Durability durability) const {
  return WritesMayWait() || MakeWriteOptions(durability, options_.sync_wal_to_disk).sync;
}

Status Store::Write(rocksdb::WriteBatch& batch, Durability durability) {
  if (log_failed_.load(std::memory_order_relaxed)) {
    return {StatusCode::kIoError, "the log could not be written; restart to write again"};
  }
  const rocksdb::WriteOptions write = MakeWriteOptions(durability, options_.sync_wal_to_disk);
  const CountWhile syncing(syncing_writes_, write.sync ? 1 : 0);
  const auto work = [&] {
    return write.sync ? wal_syncer_->WriteSynced(batch) : db_->Write(write, &batch);
  };
  const rocksdb::Status status = disk_errors_->Run(*db_, work);
  if (lenient_ && status.IsIOError()) log_failed_ = true;
  return FromEngine(status, "writing");
}

std::unique_ptr<rocksdb::Iterator> Store::NewIterator(const rocksdb::ReadOptions& options,
                                                      const Family& family) {
  // RocksDB pins the files before it takes the sequence number, so no compaction can drop cells in
  // between.
  return std::unique_ptr<rocksdb::Iterator>(db_->NewIterator(options, family.handle()));
}

std::vector<std::unique_ptr<rocksdb::Iterator>> Store::NewIterators(
    const std::vector<rocksdb::ReadOptions>& options, const std::vector<Family*>& families) {
  std::vector<std::unique_ptr<rocksdb::Iterator>> iterators;
  iterators.reserve(families.size());
  const std::shared_lock no_filter_starts(readers_gate_);
  const rocksdb::Snapshot* snapshot = db_->GetSnapshot();
  for (size_t i = 0; i < families.size(); ++i) {
    rocksdb::ReadOptions at_snapshot = options[i];
    at_snapshot.snapshot = snapshot;
    iterators.emplace_back(db_->NewIterator(at_snapshot, families[i]->handle()));
  }
  // The iterators have pinned what they need.
  db_->ReleaseSnapshot(snapshot);
  return iterators;
}

}  // namespace basalt::store
