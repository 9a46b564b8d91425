// Reads from RocksDB's MANIFEST which write-ahead logs a database still needs, without opening it.
#pragma once

#include <cstdint>
#include <string>

#include "basalt/status.h"
#include "store/log_scan.h"

namespace basalt::store {

struct ManifestScan {
  // The name, without its directory.
  std::string name;
  LogScan log;
  // Logs with lower numbers hold nothing that is not in store files.
  uint64_t first_log_needed = 0;
};

// The MANIFEST that CURRENT names. kCorruption if CURRENT names none, or an entry cannot be
// understood; entries after damage are not read.
Result<ManifestScan> ScanManifest(const std::string& engine_path);

}  // namespace basalt::store
