#include "store/store.h"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <utility>

#include "store/engine.h"
#include "store/family_options.h"

namespace basalt::store {
namespace {

// The share of the block cache that families declared IN_MEMORY have for themselves.
constexpr uint64_t kInMemoryShare = 4;

rocksdb::DBOptions MakeEngineOptions(const StoreOptions& options) {
  rocksdb::DBOptions engine;
  engine.create_if_missing = true;
  engine.max_background_jobs = std::max(2, options.background_threads);
  // A row must not be cut between two subcompactions, each of which would judge half of it.
  engine.max_subcompactions = 1;
  engine.enable_pipelined_write = true;
  engine.bytes_per_sync = 1 << 20;
  engine.max_open_files = -1;
  engine.avoid_flush_during_recovery = true;
  engine.stats_dump_period_sec = 0;
  engine.keep_log_file_num = 2;
  engine.info_log_level = rocksdb::InfoLogLevel::WARN_LEVEL;
  // Small families must not keep the logs of large ones for ever.
  engine.max_total_wal_size = 4 * options.memstore_flush_bytes;
  // A log cut short by a crash is expected; one that is damaged in the middle must be reported, not
  // silently ended there.
  engine.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  return engine;
}

rocksdb::WriteOptions MakeWriteOptions(Durability durability, bool sync_wal_to_disk) {
  rocksdb::WriteOptions write;
  // A family may be dropped under a write that has begun. Its cells go with it, the row's others stay.
  write.ignore_missing_column_families = true;
  switch (durability) {
    case Durability::kSkipWal: write.disableWAL = true; break;
    case Durability::kFsyncWal: write.sync = true; break;
    case Durability::kUseDefault:
    case Durability::kSyncWal: write.sync = sync_wal_to_disk; break;
    case Durability::kAsyncWal: break;
  }
  return write;
}

}  // namespace

Store::Store(StoreOptions options, std::unique_ptr<Directory> directory)
    : options_(options),
      directory_(std::move(directory)),
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
  std::shared_ptr<Store> store(new Store(options, std::move(directory)));
  BASALT_RETURN_IF_ERROR(store->OpenEngineWithFamilies());
  return store;
}

Status Store::OpenEngineWithFamilies() {
  const std::string path = directory_->engine_path();
  const rocksdb::DBOptions engine_options = MakeEngineOptions(options_);

  std::vector<std::string> labels;
  const bool fresh = !rocksdb::Env::Default()->FileExists(path + "/CURRENT").ok();
  if (!fresh) {
    BASALT_RETURN_IF_ERROR(
        FromEngine(rocksdb::DB::ListColumnFamilies(engine_options, path, &labels),
                   "opening the store in " + directory_->path()));
  } else {
    labels = {rocksdb::kDefaultColumnFamilyName};
  }

  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  std::vector<std::shared_ptr<FamilyControl>> controls;
  for (const std::string& label : labels) {
    if (label == rocksdb::kDefaultColumnFamilyName) {
      descriptors.emplace_back(label, rocksdb::ColumnFamilyOptions());
      controls.push_back(nullptr);
      continue;
    }
    const std::string content = directory_->ReadFamilyFile(label).value_or("");
    controls.push_back(std::make_shared<FamilyControl>(FamilySettings::Decode(content)));
    descriptors.emplace_back(label, MakeFamilyOptions(controls.back(), *environment_));
  }

  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  BASALT_RETURN_IF_ERROR(
      FromEngine(OpenEngine(engine_options, path, descriptors, &handles, &db_),
                 "opening the store in " + directory_->path()));
  for (size_t i = 0; i < handles.size(); ++i) {
    if (controls[i] == nullptr) {
      system_ = handles[i];
    } else {
      families_[labels[i]] =
          std::make_shared<Family>(labels[i], controls[i], db_.get(), handles[i]);
    }
  }
  return {};
}

Store::~Store() {
  families_.clear();
  if (db_ == nullptr) return;
  if (system_ != nullptr) db_->DestroyColumnFamilyHandle(system_);
  // Flushes what was written without the log.
  db_->Close().PermitUncheckedError();
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
  const FamilySettings settings = FamilySettings::From(descriptor);
  BASALT_RETURN_IF_ERROR(directory_->WriteFamilyFile(label, settings.Encode()));
  auto control = std::make_shared<FamilyControl>(settings);
  control->set_rules(FamilyRules::From(descriptor));
  rocksdb::ColumnFamilyHandle* handle = nullptr;
  BASALT_RETURN_IF_ERROR(FromEngine(
      db_->CreateColumnFamily(MakeFamilyOptions(control, *environment_), label, &handle),
      "creating family " + label));
  auto family = std::make_shared<Family>(label, std::move(control), db_.get(), handle);
  families_[label] = family;
  return family;
}

Status Store::DropFamily(const std::string& label) {
  const std::lock_guard lock(families_mutex_);
  const auto found = families_.find(label);
  if (found == families_.end()) return {};
  BASALT_RETURN_IF_ERROR(
      FromEngine(db_->DropColumnFamily(found->second->handle()), "dropping family " + label));
  families_.erase(found);
  directory_->RemoveFamilyFile(label);
  return {};
}

Status Store::ConfigureFamily(Family& family, const FamilyDescriptor& descriptor) {
  family.control().set_rules(FamilyRules::From(descriptor));
  FamilySettings settings = FamilySettings::From(descriptor);
  const FamilySettings old = family.control().settings();
  settings.has_cell_ttls = old.has_cell_ttls;
  if (settings == old) return {};
  BASALT_RETURN_IF_ERROR(directory_->WriteFamilyFile(family.label(), settings.Encode()));
  family.control().set_settings(settings);
  return FromEngine(db_->SetOptions(family.handle(), MutableFamilyOptions(settings)),
                    "changing the options of family " + family.label());
}

Status Store::NoteCellTtls(Family& family) {
  FamilySettings settings = family.control().settings();
  if (settings.has_cell_ttls) return {};
  settings.has_cell_ttls = true;
  if (settings.mob_threshold >= 0) {
    BASALT_RETURN_IF_ERROR(directory_->WriteFamilyFile(family.label(), settings.Encode()));
  }
  family.control().set_settings(settings);
  return {};
}

Result<std::optional<Bytes>> Store::GetRecord(BytesView key) {
  std::string value;
  const rocksdb::Status status =
      db_->Get(rocksdb::ReadOptions(), system_, ToSlice(key), &value);
  if (status.IsNotFound()) return std::optional<Bytes>();
  BASALT_RETURN_IF_ERROR(FromEngine(status, "reading the catalog"));
  return std::optional<Bytes>(std::move(value));
}

Status Store::WriteRecords(const std::vector<RecordChange>& changes) {
  rocksdb::WriteBatch batch;
  for (const auto& [key, value] : changes) {
    const rocksdb::Status status =
        value ? batch.Put(system_, key, *value) : batch.Delete(system_, key);
    BASALT_RETURN_IF_ERROR(FromEngine(status, "changing the catalog"));
  }
  return Write(batch, Durability::kFsyncWal).WithContext("changing the catalog");
}

Status Store::ForEachRecord(
    BytesView prefix, const std::function<Status(BytesView key, BytesView value)>& visit) {
  const std::unique_ptr<rocksdb::Iterator> iterator(
      db_->NewIterator(rocksdb::ReadOptions(), system_));
  for (iterator->Seek(ToSlice(prefix));
       iterator->Valid() && iterator->key().starts_with(ToSlice(prefix)); iterator->Next()) {
    BASALT_RETURN_IF_ERROR(visit(ToView(iterator->key()), ToView(iterator->value())));
  }
  return FromEngine(iterator->status(), "reading the catalog");
}

Status Store::Write(rocksdb::WriteBatch& batch, Durability durability) {
  const rocksdb::WriteOptions write = MakeWriteOptions(durability, options_.sync_wal_to_disk);
  rocksdb::Status status = db_->Write(write, &batch);
  if (status.IsNoSpace()) {
    // The engine refuses writes after the disk was full until it is told to look again.
    if (db_->Resume().ok()) status = db_->Write(write, &batch);
  }
  return FromEngine(status, "writing");
}

std::unique_ptr<rocksdb::Iterator> Store::NewIterator(const rocksdb::ReadOptions& options,
                                                      const Family& family) {
  // RocksDB pins the files before it takes the sequence number: nothing can come in between.
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
