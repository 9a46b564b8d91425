// BackupDirectory: the directory that holds backups: its format stamp and its lock.
//
//   BACKUPS   "basalt backups <version>", written before anything else
//   lock      held (flock): alone by who adds or removes a backup, shared by who reads one
//   meta/, private/, shared_checksum/   the engine's (RocksDB's BackupEngine)
//
// Also BackupNote, the metadata that RocksDB stores with each backup.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "basalt/status.h"

namespace basalt::store {

class BackupDirectory {
 public:
  enum class Use { kChange, kRead };

  // kChange creates a missing directory and accepts an empty one. kLocked: in use by another
  // process.
  static Result<std::unique_ptr<BackupDirectory>> Open(const std::string& path, Use use);
  ~BackupDirectory();
  BackupDirectory(const BackupDirectory&) = delete;
  BackupDirectory& operator=(const BackupDirectory&) = delete;

  const std::string& path() const { return path_; }

 private:
  BackupDirectory(std::string path, int lock_fd) : path_(std::move(path)), lock_fd_(lock_fd) {}

  const std::string path_;
  const int lock_fd_;
};

// Fails if one of the two directories contains the other.
Status CheckApart(const std::string& backups, const std::string& data);

struct BackupNote {
  int format = 0;  // the store's format version
  int64_t begun_ms = 0;
  bool full = false;
  // The families' settings by label. Empty if they are too many: the catalog stores them, too.
  std::map<std::string, std::string> families;

  std::string Encode() const;
  // kCorruption if `text` is not from Encode.
  static Result<BackupNote> Decode(std::string_view text);
};

}  // namespace basalt::store
