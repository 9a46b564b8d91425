// LogJournal: the store's own record of its write-ahead logs: which log follows which, how long
// each was when the next one began, and how much of each is on the disk. The file LOGS in the data
// directory.
//
// RocksDB's logs do not name each other: one that is missing, or shorter than it was, cannot be
// told from one that never was. With the journal a log that must exist is known (log_recovery.h).
//
// Lines are appended and reach the operating system before the log they speak of is used, so a
// killed process leaves a complete journal. They reach the disk before the next sync of any log
// returns. A loss of power can lose lines that nothing synced depends on.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "basalt/status.h"

namespace basalt::store {

class OpenLog;

// What a journal says.
struct LogHistory {
  struct Link {
    // The log before; 0 if there was none.
    uint64_t after = 0;
    // Its length when this log began.
    uint64_t after_bytes = 0;
  };
  struct Claim {
    uint64_t bytes = 0;
    // Wall clock, in ms.
    int64_t at_ms = 0;
  };

  // By log number.
  std::map<uint64_t, Link> links;
  // By file name, of logs and MANIFESTs: what has been synced.
  std::map<std::string, Claim, std::less<>> synced;

  uint64_t SyncedBytes(const std::string& name) const;
  // The time of the last sync of any file; 0 if there was none.
  int64_t LastSyncMs() const;
};

// How far the disk is behind the logs.
struct LogLag {
  uint64_t bytes = 0;
  // The age of the oldest byte that may not be on the disk.
  int64_t ms = 0;
};

// Thread safe.
class LogJournal {
 public:
  // nullopt if there is no journal, as in a store written by a version without one or restored from
  // a backup, or if it is damaged. Lines that a loss of power has torn are skipped.
  static std::optional<LogHistory> Read(const std::string& path);

  // Replaces the journal, on the disk, by one that says this. `last_log`, of `last_bytes`: the one
  // after which the next log begins.
  static Result<std::unique_ptr<LogJournal>> Start(const std::string& path,
                                                   const LogHistory& history, uint64_t last_log,
                                                   uint64_t last_bytes);
  ~LogJournal();
  LogJournal(const LogJournal&) = delete;
  LogJournal& operator=(const LogJournal&) = delete;

  // A log is about to be created.
  Status BeginLog(uint64_t number);
  // The log is gone, or its creation failed.
  void ForgetLog(uint64_t number);
  // The log has grown to this length.
  void NoteAppended(uint64_t number, uint64_t bytes);

  // Logs that are open for writing, for SyncLogs.
  void AddOpen(std::shared_ptr<OpenLog> log);
  void RemoveOpen(const OpenLog& log);

  // Syncs a log, with the links it depends on.
  Status SyncLog(OpenLog& log);
  // Syncs all logs that are open for writing, the oldest first, and all lines of the journal.
  // Replaces a long journal by a short one.
  Status SyncLogs();
  // A file has been synced up to this length.
  void NoteSynced(const std::string& name, uint64_t bytes);

  // The engine is about to be closed: its errors are final.
  void NoteClosing() { closing_ = true; }
  bool closing() const { return closing_; }

  LogLag lag() const;
  bool HasUnsynced() const { return UnsyncedBytes() > 0; }

 private:
  LogJournal(std::string path, LogHistory history, uint64_t last_log, uint64_t last_bytes);
  Status OpenFile();
  Status Write(const std::string& line, uint64_t at);
  Status SyncLines();
  uint64_t UnsyncedBytes() const;

  const std::string path_;
  // Held while the disk works; taken before mutex_. Appending does not wait for it.
  std::mutex sync_mutex_;
  mutable std::mutex mutex_;
  LogHistory history_;
  std::map<uint64_t, std::shared_ptr<OpenLog>> open_logs_;
  // Written by the one thread that appends to logs.
  std::atomic<uint64_t> last_log_;
  std::atomic<uint64_t> last_bytes_;
  int fd_ = -1;  // changes with both mutexes held
  uint64_t length_ = 0;
  // Where the file has the last claim about a file; later ones replace it.
  std::map<std::string, uint64_t> claims_at_;
  // Counts of lines, and of how many of them are on the disk. The next sync of a log must put
  // `needed_lines_` of them there.
  std::atomic<uint64_t> lines_{0};
  std::atomic<uint64_t> synced_lines_{0};
  std::atomic<uint64_t> needed_lines_{0};

  std::atomic<bool> closing_{false};
  // When the oldest byte that may not be synced was written: steady clock, in ms; 0: none.
  std::atomic<int64_t> oldest_unsynced_ms_{0};
};

}  // namespace basalt::store
