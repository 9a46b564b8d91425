// The closing record: the sizes of the engine's files at the moment the store was closed, and
// checksums of how its logs ended.
//
// Data that is only in a log, and the last lines of the MANIFEST, have no other witness: without
// this a log that is deleted or cut short while the store is closed would be lost in silence. A
// store that was not closed has no record, and its logs may end anywhere.
#pragma once

#include <string>

#include "basalt/status.h"

namespace basalt::store {

// The content of the record for the files in `engine_path` as they are.
Result<std::string> MakeClosingRecord(const std::string& engine_path);

// kCorruption, with the file's name, if one of the files the record lists is gone or not as it was.
// A record that is itself damaged says nothing.
Status CheckClosingRecord(const std::string& record, const std::string& engine_path);

}  // namespace basalt::store
