// Checks RocksDB's write-ahead logs before RocksDB reads them.
//
// RocksDB takes some damage in the middle of a log for its end and loses, in silence, what comes
// after: a length that points past the end of the file, a record overwritten with zeros. And where
// it does report damage it does not say in which file.
#pragma once

#include <string>

#include "basalt/status.h"

namespace basalt::store {

// kCorruption, with the file's name and the place, if the log holds anything but whole records and
// perhaps, at its end, the beginning of one, or zeros: what a process leaves that dies while
// writing.
Status CheckLog(const std::string& path);

// All logs (*.log) of a directory.
Status CheckLogs(const std::string& directory);

}  // namespace basalt::store
