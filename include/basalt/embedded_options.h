// EmbeddedOptions: what may be decided when a directory is opened, by a program that embeds the
// engine. A value.
#pragma once

#include <cstdint>

#include "basalt/clock.h"
#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

struct BASALT_EXPORT EmbeddedOptions {
  // Create the directory when it is not there.
  bool create_if_missing = true;
  // Where timestamps and expiry come from; must outlive the connection.
  const Clock* clock = Clock::System();
  // Cells above this size (HBase's KeyValue form) are refused; 0: no limit. HBase's
  // hbase.server.keyvalue.maxsize.
  int64_t max_cell_bytes = 10 * 1024 * 1024;
  // Memory for blocks read from disk, shared by all families that have BLOCKCACHE on.
  uint64_t block_cache_bytes = 256ULL << 20;
  // Of that memory, at most so much (and half of it) for whole rows that are read often; 0: none.
  uint64_t row_cache_bytes = 64ULL << 20;
  // A family's memory store is flushed when it has grown to this size.
  uint64_t memstore_flush_bytes = 64ULL << 20;
  // Threads for flush and compaction.
  int background_threads = 2;
  // False: flush and compaction happen only when asked for. For tests.
  bool automatic_compactions = true;
  // True: every write but kSkipWal waits until it is on the disk, like kFsyncWal.
  bool sync_wal_to_disk = false;
};

}  // namespace v1
}  // namespace basalt
