// LogEnv: the RocksDB Env of one store. Above NamingEnv it keeps the LogJournal while RocksDB
// creates, writes and syncs its logs, and it makes I/O errors ones that RocksDB recovers from.
//
// The log files are its own: an append that fails leaves nothing behind, so that the file is whole
// up to its last complete append whatever the disk did. And since RocksDB never uses a file again
// that it failed to write, errors of files are marked as retryable: RocksDB then writes the data to
// a new file when the disk works again, instead of refusing writes until it is reopened.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include <rocksdb/env.h>

#include "store/log_journal.h"

namespace basalt::store {

// The Env must outlive the engine that uses it.
std::unique_ptr<rocksdb::Env> NewLogEnv(std::shared_ptr<LogJournal> journal);

// The number in "000012.log"; nullopt if the name is not that of a log.
std::optional<uint64_t> LogNumber(std::string_view file_name);

}  // namespace basalt::store
