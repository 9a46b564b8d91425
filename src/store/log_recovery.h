// Prepares a store's write-ahead logs for opening, after a crash of the process or the machine.
//
// A loss of power may leave any part of what was not synced: logs with pages of zeros in them, logs
// that are too short or missing while later ones are there. What is kept is a prefix of the writes
// over all families: the logs up to the first write that is not whole. The rest is moved to the
// folder `cut` in the data directory and reported. Files of flushed data are never ahead of that
// prefix: RocksDB syncs all logs before the current one when it flushes, and the current log holds
// nothing of what is being flushed.
//
// What the LogJournal says was synced is not cut: its loss is damage and an error, unless accepted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "basalt/status.h"
#include "store/log_journal.h"

namespace basalt::store {

struct RecoveredLogs {
  // Sentences for the operator, one for each file that was cut or set aside.
  std::vector<std::string> reports;
  // For LogJournal::Start: what is there now, all of it on the disk.
  LogHistory history;
  uint64_t last_log = 0;
  uint64_t last_bytes = 0;
};

struct LogRecoveryOptions {
  // The store was closed, and all logs have the sizes they had then: nothing need be cut.
  bool closed = false;
  // Logs are cut even where synced writes are lost.
  bool accept_loss = false;
};

// `path`: the data directory, in which there is a database. kCorruption names the log and what is
// lost.
Result<RecoveredLogs> RecoverLogs(const std::string& path, const LogRecoveryOptions& options);

// The end of an error message about a lost log: how to open the store without it.
std::string HowToAcceptLogLoss(const std::string& path);

}  // namespace basalt::store
