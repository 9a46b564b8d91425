// BackupDirectory: the folder that backups are kept in: its stamp and its lock.
//
//   BACKUPS   "basalt backups <version>", written before anything else
//   lock      held (flock): alone by who adds or removes a backup, shared by who reads one
//   meta/, private/, shared_checksum/   the engine's (RocksDB's BackupEngine)
//
// Also what a backup says about itself (BackupNote), kept with it by the engine.
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

  // For kChange it is made when it is not there and taken into use when it is empty. kLocked: in
  // use by another process.
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

// An error when one of the two directories lies in the other.
Status CheckApart(const std::string& backups, const std::string& data);

struct BackupNote {
  int format = 0;  // of the store
  int64_t begun_ms = 0;
  bool full = false;
  // The families' settings, by label. None when they are too many: the catalog knows them too.
  std::map<std::string, std::string> families;

  std::string Encode() const;
  // kCorruption: it is not what Encode made.
  static Result<BackupNote> Decode(std::string_view text);
};

}  // namespace basalt::store
