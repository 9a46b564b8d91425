// Backups of a store: taken while the store is in use, kept together in one directory, restored
// into new directories.
//
// A backup is the store at one point in time: all tables and the catalog, as after crash recovery
// at that point, including data written without the WAL. Backups in one directory share common
// files, unless one is full. Every file has a checksum. Leftovers of an interrupted backup are
// removed by the next one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "basalt/status.h"
#include "store/backup_directory.h"
#include "store/engine_fwd.h"

namespace basalt::store {

class Store;

struct BackupInfo {
  uint32_t id = 0;
  int64_t begun_ms = 0;
  bool full = false;
  // The size of all its files, and of those that no other backup uses.
  uint64_t bytes = 0;
  uint64_t own_bytes = 0;
  uint32_t files = 0;
};

struct BackupOptions {
  std::string directory;
  // Shares no files with other backups.
  bool full = false;
  // 0: unlimited.
  uint64_t bytes_per_second = 0;
};

// A backup in progress. Create is called once; the other functions may be called by any thread
// meanwhile.
class BackupWriter {
 public:
  // Checks and locks the directory.
  static Result<std::unique_ptr<BackupWriter>> Open(const BackupOptions& options, Store& store);
  ~BackupWriter();
  BackupWriter(const BackupWriter&) = delete;
  BackupWriter& operator=(const BackupWriter&) = delete;

  // kCancelled after Stop. After any error there is no new backup.
  Result<BackupInfo> Create();
  void Stop();
  uint64_t copied_bytes() const { return copied_bytes_; }

 private:
  BackupWriter(BackupOptions options, Store& store, std::unique_ptr<BackupDirectory> directory);

  const BackupOptions options_;
  Store& store_;
  const std::unique_ptr<BackupDirectory> directory_;
  std::unique_ptr<rocksdb::BackupEngine> engine_;
  std::atomic<uint64_t> copied_bytes_{0};
  std::atomic<bool> stopped_{false};
};

// Sorted by id. Skips backups whose list of files is damaged; VerifyBackup reports those.
Result<std::vector<BackupInfo>> ListBackups(const std::string& directory);

// Reads every file. kCorruption, with the file's name, if one differs from what was backed up. `id`
// 0: all there are.
Status VerifyBackup(const std::string& directory, uint32_t id);

struct RestoreOptions {
  // 0: the latest.
  uint32_t id = 0;
  // 0: unlimited.
  uint64_t bytes_per_second = 0;
};

// Creates a data directory. `target` must be absent or empty. Until the restore is complete the
// target cannot be opened as a store.
Result<BackupInfo> RestoreBackup(const std::string& directory, const std::string& target,
                                 const RestoreOptions& options);

// Also deletes the files that no other backup uses.
Status DeleteBackup(const std::string& directory, uint32_t id);

}  // namespace basalt::store
