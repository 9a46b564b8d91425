// Directory: the directory of a store: its lock, its format stamp and small files.
//
// FORMAT "basalt <version>", written before anything else lock held (flock) while the store is
// open; names the process engine/ RocksDB's files CLOSED while the store is closed: the sizes of
// those files (clean_shutdown_record.h) RESTORING while a backup is restored: until then there is
// no FORMAT (backup.h) families/<label> storage settings of each family, needed before RocksDB is
// opened
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "basalt/status.h"

namespace basalt::store {

// The newest on-disk format this program reads, and the one it writes.
constexpr int kFormatVersion = 1;
// Present instead of FORMAT while a backup is being restored into the directory.
constexpr std::string_view kRestoringFile = "RESTORING";

class Directory {
 public:
  // The content of FORMAT.
  static std::string FormatStamp();
  // Fails if a restore into the directory was begun and not completed.
  static Status CheckNoRestoreBegun(const std::string& path);
  // Creates (when allowed) or recognises the directory, and locks it.
  static Result<std::unique_ptr<Directory>> Open(const std::string& path, bool create_if_missing);
  ~Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  const std::string& path() const { return path_; }
  std::string engine_path() const { return path_ + "/engine"; }

  // Fails if the disk has less free space than creating or dropping a family needs: RocksDB does
  // not recover well from a full disk in the middle of that.
  Status CheckRoomForChange() const;

  // Small files, replaced atomically.
  Status WriteFamilyFile(std::string_view label, std::string_view content);
  std::optional<std::string> ReadFamilyFile(std::string_view label) const;
  bool HasFamilyFiles() const;
  void RemoveFamilyFile(std::string_view label);

  Status WriteClosingRecord(std::string_view content);
  std::optional<std::string> ReadClosingRecord() const;
  // The removal is durable when the call returns: from then on the files may change.
  Status RemoveClosingRecord();

 private:
  Directory(std::string path, int lock_fd) : path_(std::move(path)), lock_fd_(lock_fd) {}

  const std::string path_;
  const int lock_fd_;
};

}  // namespace basalt::store
