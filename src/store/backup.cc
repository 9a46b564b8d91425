#include "store/backup.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/utilities/backup_engine.h>

#include "base/failpoint.h"
#include "base/file_ops.h"
#include "store/directory.h"
#include "store/disk_error_handler.h"
#include "store/engine.h"
#include "store/family.h"
#include "store/naming_env.h"
#include "store/store.h"

namespace basalt::store {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kProgressBytes = 1 << 20;

rocksdb::BackupEngineOptions EngineOptions(const std::string& directory, bool share) {
  rocksdb::BackupEngineOptions options(directory);
  options.share_table_files = share;
  options.share_files_with_checksum = share;
  options.sync = true;
  options.callback_trigger_interval_size = kProgressBytes;
  return options;
}

Result<std::unique_ptr<rocksdb::BackupEngineReadOnly>> OpenReader(
    const rocksdb::BackupEngineOptions& options) {
  rocksdb::BackupEngineReadOnly* engine = nullptr;
  BASALT_RETURN_IF_ERROR(
      FromEngine(rocksdb::BackupEngineReadOnly::Open(options, NamingEnv(), &engine),
                 "opening the backups in " + options.backup_dir));
  return std::unique_ptr<rocksdb::BackupEngineReadOnly>(engine);
}

Status NoSuchBackup(const std::string& directory, uint32_t id) {
  return {StatusCode::kInvalidArgument, fmt::format("there is no backup {} in {}", id, directory)};
}

// All readable backups, by id.
template <typename Engine>
std::vector<BackupInfo> Describe(const Engine& engine) {
  std::vector<rocksdb::BackupInfo> infos;
  engine.GetBackupInfo(&infos, true);
  std::map<std::string, int> users;
  for (const auto& info : infos) {
    for (const auto& file : info.file_details) ++users[file.relative_filename];
  }
  std::vector<BackupInfo> backups;
  for (const auto& info : infos) {
    BackupInfo backup{.id = info.backup_id, .bytes = info.size, .files = info.number_files};
    backup.begun_ms = info.timestamp * 1000;
    if (const auto note = BackupNote::Decode(info.app_metadata); note.ok()) {
      backup.begun_ms = note->begun_ms;
      backup.full = note->full;
    }
    for (const auto& file : info.file_details) {
      if (users[file.relative_filename] == 1) backup.own_bytes += file.size;
    }
    backups.push_back(backup);
  }
  std::ranges::sort(backups, {}, &BackupInfo::id);
  return backups;
}

const BackupInfo* Find(const std::vector<BackupInfo>& backups, uint32_t id) {
  const auto found = std::ranges::find(backups, id, &BackupInfo::id);
  return found == backups.end() ? nullptr : &*found;
}

// RocksDB skips backups whose list of files it cannot read, and reports their ids.
Status CheckNotDamaged(const rocksdb::BackupEngineReadOnly& engine, const std::string& directory,
                       uint32_t id) {
  std::vector<rocksdb::BackupID> damaged;
  engine.GetCorruptedBackups(&damaged);
  for (const rocksdb::BackupID bad : damaged) {
    if (id != 0 && id != bad) continue;
    return {StatusCode::kCorruption,
            fmt::format("backup {} is damaged: the list of its files, {}/meta/{}, or a file's size "
                        "is wrong",
                        bad, directory, bad)};
  }
  return {};
}

BackupNote MakeNote(Store& store, bool full) {
  BackupNote note{.format = kFormatVersion, .begun_ms = store.clock().NowMs(), .full = full};
  for (const std::string& label : store.FamilyLabels()) {
    if (const auto family = store.FindFamily(label)) {
      note.families[label] = family->control().settings().Encode();
    }
  }
  return note;
}

Status CheckTarget(const std::string& target) {
  std::error_code error;
  if (!fs::exists(target, error)) return {};
  if (!fs::is_directory(target, error)) {
    return {StatusCode::kInvalidArgument, target + " is not a directory"};
  }
  if (fs::is_empty(target, error) && !error) return {};
  if (const Status begun = Directory::CheckNoRestoreBegun(target); !begun.ok()) {
    return {StatusCode::kInvalidArgument, begun.message()};
  }
  return {StatusCode::kInvalidArgument,
          fmt::format("{} is not empty; a backup is restored to a new directory", target)};
}

}  // namespace

BackupWriter::BackupWriter(BackupOptions options, Store& store,
                           std::unique_ptr<BackupDirectory> directory)
    : options_(std::move(options)), store_(store), directory_(std::move(directory)) {}

BackupWriter::~BackupWriter() = default;

Result<std::unique_ptr<BackupWriter>> BackupWriter::Open(const BackupOptions& options,
                                                         Store& store) {
  BASALT_RETURN_IF_ERROR(CheckApart(options.directory, store.path()));
  BASALT_ASSIGN_OR_RETURN(auto directory,
                          BackupDirectory::Open(options.directory, BackupDirectory::Use::kChange));
  std::unique_ptr<BackupWriter> writer(new BackupWriter(options, store, std::move(directory)));
  rocksdb::BackupEngineOptions engine_options = EngineOptions(options.directory, !options.full);
  engine_options.backup_rate_limit = options.bytes_per_second;
  rocksdb::BackupEngine* engine = nullptr;
  BASALT_RETURN_IF_ERROR(
      FromEngine(rocksdb::BackupEngine::Open(engine_options, NamingEnv(), &engine),
                 "opening the backups in " + options.directory));
  writer->engine_.reset(engine);
  return writer;
}

Result<BackupInfo> BackupWriter::Create() {
  const BackupNote note = MakeNote(store_, options_.full);
  rocksdb::CreateBackupOptions how;
  // Data written without the WAL is in memory only.
  how.flush_before_backup = true;
  how.progress_callback = [this] {
    copied_bytes_ += kProgressBytes;
    base::Failpoint("backup.copy");
  };
  base::Failpoint("backup.begin");
  rocksdb::BackupID id = 0;
  const rocksdb::Status made =
      store_.disk_error_handler().Run(store_.engine(), [&]() -> rocksdb::Status {
        return engine_->CreateNewBackupWithMetadata(how, &store_.engine(), note.Encode(), &id);
      });
  if (!made.ok()) {
    engine_->GarbageCollect().PermitUncheckedError();
    if (stopped_) return Status(StatusCode::kCancelled, "the backup was stopped");
    return FromEngine(made, "making a backup in " + options_.directory);
  }
  base::Failpoint("backup.made");
  const auto backups = Describe(*engine_);
  const BackupInfo* backup = Find(backups, id);
  if (backup == nullptr) return NoSuchBackup(options_.directory, id);
  return *backup;
}

void BackupWriter::Stop() {
  stopped_ = true;
  engine_->StopBackup();
}

Result<std::vector<BackupInfo>> ListBackups(const std::string& directory) {
  BASALT_ASSIGN_OR_RETURN(const auto lock,
                          BackupDirectory::Open(directory, BackupDirectory::Use::kRead));
  BASALT_ASSIGN_OR_RETURN(const auto engine, OpenReader(EngineOptions(directory, true)));
  return Describe(*engine);
}

Status VerifyBackup(const std::string& directory, uint32_t id) {
  BASALT_ASSIGN_OR_RETURN(const auto lock,
                          BackupDirectory::Open(directory, BackupDirectory::Use::kRead));
  BASALT_ASSIGN_OR_RETURN(const auto engine, OpenReader(EngineOptions(directory, true)));
  BASALT_RETURN_IF_ERROR(CheckNotDamaged(*engine, directory, id));
  const auto backups = Describe(*engine);
  if (id != 0 && Find(backups, id) == nullptr) return NoSuchBackup(directory, id);
  for (const BackupInfo& backup : backups) {
    if (id != 0 && id != backup.id) continue;
    const std::string doing = fmt::format("backup {} is damaged", backup.id);
    BASALT_RETURN_IF_ERROR(FromEngine(engine->VerifyBackup(backup.id, true), doing));
    rocksdb::BackupInfo info;
    BASALT_RETURN_IF_ERROR(FromEngine(engine->GetBackupInfo(backup.id, &info), doing));
    BASALT_RETURN_IF_ERROR(BackupNote::Decode(info.app_metadata)
                               .status()
                               .WithContext(fmt::format("{}/meta/{}", directory, backup.id)));
  }
  return {};
}

Result<BackupInfo> RestoreBackup(const std::string& directory, const std::string& target,
                                 const RestoreOptions& options) {
  BASALT_RETURN_IF_ERROR(CheckApart(directory, target));
  BASALT_RETURN_IF_ERROR(CheckTarget(target));
  BASALT_ASSIGN_OR_RETURN(const auto lock,
                          BackupDirectory::Open(directory, BackupDirectory::Use::kRead));
  rocksdb::BackupEngineOptions engine_options = EngineOptions(directory, true);
  engine_options.restore_rate_limit = options.bytes_per_second;
  BASALT_ASSIGN_OR_RETURN(const auto engine, OpenReader(engine_options));
  // "Latest" must not silently mean the latest readable backup.
  BASALT_RETURN_IF_ERROR(CheckNotDamaged(*engine, directory, options.id));
  const auto backups = Describe(*engine);
  if (backups.empty()) return Status(StatusCode::kInvalidArgument, "no backups in " + directory);
  const uint32_t id = options.id != 0 ? options.id : backups.back().id;
  const BackupInfo* backup = Find(backups, id);
  if (backup == nullptr) return NoSuchBackup(directory, id);
  rocksdb::BackupInfo info;
  BASALT_RETURN_IF_ERROR(FromEngine(engine->GetBackupInfo(id, &info), "reading the backup"));
  BASALT_ASSIGN_OR_RETURN(const BackupNote note, BackupNote::Decode(info.app_metadata));
  if (note.format > kFormatVersion) {
    return Status(StatusCode::kNewerFormat,
                  fmt::format("backup {} has format version {}, this program reads up to {}", id,
                              note.format, kFormatVersion));
  }

  std::error_code error;
  BASALT_RETURN_IF_ERROR(base::CreateFolder(fs::absolute(target, error)));
  const std::string mark = target + "/" + std::string(kRestoringFile);
  // Not replaced atomically: the mark counts as soon as it exists, and it must be the first file.
  BASALT_RETURN_IF_ERROR(base::WriteFile(mark, fmt::format("backup {} from {}\n", id, directory)));
  BASALT_RETURN_IF_ERROR(base::SyncFolder(target));
  base::Failpoint("restore.begun");
  const std::string engine_path = target + "/engine";
  BASALT_RETURN_IF_ERROR(base::CreateFolder(fs::absolute(engine_path, error)));
  BASALT_RETURN_IF_ERROR(FromEngine(engine->RestoreDBFromBackup(id, engine_path, engine_path),
                                    fmt::format("restoring backup {} to {}", id, target)));
  base::Failpoint("restore.copied");
  BASALT_RETURN_IF_ERROR(base::SyncFolder(engine_path));
  BASALT_RETURN_IF_ERROR(base::CreateFolder(fs::absolute(target + "/families", error)));
  for (const auto& [label, settings] : note.families) {
    BASALT_RETURN_IF_ERROR(
        base::ReplaceFile(fmt::format("{}/families/{}", target, label), settings));
  }
  // From here on the target is a store.
  base::Failpoint("restore.stamp");
  BASALT_RETURN_IF_ERROR(base::ReplaceFile(target + "/FORMAT", Directory::FormatStamp()));
  if (::unlink(mark.c_str()) != 0) return base::FileError("remove", mark, errno);
  return *backup;
}

Status DeleteBackup(const std::string& directory, uint32_t id) {
  // Looked up before the exclusive lock, so that a wrong path does not create a directory.
  BASALT_ASSIGN_OR_RETURN(const auto backups, ListBackups(directory));
  BASALT_ASSIGN_OR_RETURN(const auto lock,
                          BackupDirectory::Open(directory, BackupDirectory::Use::kChange));
  rocksdb::BackupEngine* raw = nullptr;
  BASALT_RETURN_IF_ERROR(
      FromEngine(rocksdb::BackupEngine::Open(EngineOptions(directory, true), NamingEnv(), &raw),
                 "opening the backups in " + directory));
  const std::unique_ptr<rocksdb::BackupEngine> engine(raw);
  std::vector<rocksdb::BackupID> damaged;
  engine->GetCorruptedBackups(&damaged);
  if (Find(backups, id) == nullptr && std::ranges::find(damaged, id) == damaged.end()) {
    return NoSuchBackup(directory, id);
  }
  return FromEngine(engine->DeleteBackup(id), fmt::format("deleting backup {}", id));
}

}  // namespace basalt::store
