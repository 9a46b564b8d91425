// OpenLog: a write-ahead log that is open for writing.
//
// An append that fails leaves nothing behind: the file is whole up to its last complete append,
// whatever the disk did. After a sync that failed the system may take what it could not write for
// written: appends fail until a later sync has written that part again and succeeded.
// One thread appends at a time; any thread may sync meanwhile.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "basalt/status.h"

namespace basalt::store {

class OpenLog {
 public:
  // Takes over the file, which is empty and open for reading, too.
  OpenLog(std::string path, uint64_t number, int fd);
  ~OpenLog();
  OpenLog(const OpenLog&) = delete;
  OpenLog& operator=(const OpenLog&) = delete;

  uint64_t number() const { return number_; }
  // Without its directory.
  const std::string& name() const { return name_; }
  uint64_t length() const { return length_; }
  // How much of it is on the disk.
  uint64_t synced() const { return synced_; }
  bool needs_sync() const { return synced_ < length_; }

  Status Append(std::string_view data);
  Status Sync();
  Status Truncate(uint64_t length);
  Status Allocate(uint64_t offset, uint64_t length);
  // Gives back space that was allocated and not used.
  Status Trim() { return Truncate(length_); }

 private:
  // Writes what is not synced once more.
  Status WriteAgain();
  Status Failure(std::string_view doing, int error);

  const std::string path_;
  const std::string name_;
  const uint64_t number_;
  const int fd_;
  std::mutex sync_mutex_;
  bool entry_synced_ = false;  // guarded by sync_mutex_
  std::atomic<uint64_t> length_{0};
  std::atomic<uint64_t> synced_{0};
  // errno of the sync that failed; 0: none.
  std::atomic<int> failed_{0};
};

}  // namespace basalt::store
