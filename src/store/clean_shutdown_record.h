// The clean shutdown record: the sizes of RocksDB's files when the store was closed, and checksums
// of the ends of its logs.
//
// Nothing else proves that data in a log, or the last lines of the MANIFEST, existed: without the
// record, a log that is deleted or truncated while the store is closed would be lost silently. A
// store that was not closed has no record, and its logs may end anywhere.
#pragma once

#include <string>

#include "basalt/status.h"

namespace basalt::store {

// The content of the record for the files in `engine_path` in their current state.
Result<std::string> MakeClosingRecord(const std::string& engine_path);

// kCorruption, with the file's name, if one of the files the record lists is missing or changed. A
// damaged record is ignored.
Status CheckClosingRecord(const std::string& record, const std::string& engine_path);

}  // namespace basalt::store
