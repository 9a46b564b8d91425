// Checks RocksDB's write-ahead logs before RocksDB reads them.
//
// RocksDB takes some corruption in the middle of a log for its end and silently loses the rest: a
// length beyond the end of the file, a record overwritten with zeros. And where it does report
// corruption it does not name the file.
#pragma once

#include <string>

#include "basalt/status.h"

namespace basalt::store {

// kCorruption, with file name and offset, if the log holds anything but whole records and, at its
// end, a truncated record or zeros, as a process leaves them that dies while writing.
Status CheckLog(const std::string& path);

// All logs (*.log) of a directory.
Status CheckLogs(const std::string& directory);

}  // namespace basalt::store
