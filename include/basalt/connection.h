// Connection: the way in. Opens a store and hands out its tables.
//
//   auto connection = basalt::Connection::Open("./data");
//   auto table = (*connection)->GetTable(*basalt::TableName::Parse("t"));
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "basalt/admin.h"
#include "basalt/clock.h"
#include "basalt/export.h"
#include "basalt/status.h"
#include "basalt/table.h"

namespace basalt {
inline namespace v1 {

// What may be decided when a store is opened. The defaults suit a laptop and a server alike.
struct BASALT_EXPORT ConnectionOptions {
  // Of a directory.
  // Create the directory when it is not there.
  bool create_if_missing = true;
  // Where timestamps and expiry come from; must outlive the connection.
  const Clock* clock = Clock::System();
  // Cells above this size (HBase's KeyValue form) are refused; 0: no limit. HBase's
  // hbase.server.keyvalue.maxsize.
  int64_t max_cell_bytes = 10 * 1024 * 1024;
  // Memory for blocks read from disk, shared by all families that have BLOCKCACHE on.
  uint64_t block_cache_bytes = 256ULL << 20;
  // A family's memory store is flushed when it has grown to this size.
  uint64_t memstore_flush_bytes = 64ULL << 20;
  // Threads for flush and compaction.
  int background_threads = 2;
  // False: flush and compaction happen only when asked for. For tests.
  bool automatic_compactions = true;
  // True: kSyncWal means on the disk, like kFsyncWal.
  bool sync_wal_to_disk = false;

  // Of a server.
  //
  // How long one operation may take, with all its retries; then it fails with kTimedOut or with the
  // last thing that went wrong.
  int64_t operation_timeout_ms = 60'000;
  // The wait before the second try; later ones grow.
  int64_t retry_pause_ms = 100;
};

// Thread safe. Closing it (destruction) waits for operations under way; scanners must be gone.
class BASALT_EXPORT Connection {
 public:
  virtual ~Connection() = default;

  // `target`: a directory, plain or as file:///path; or hbase://host:port,host2:port, where any of
  // these servers, a Basalt or an Apache HBase, tells where the regions are; or
  // zk://host:port,host2:port/hbase, where a ZooKeeper does.
  static Result<std::unique_ptr<Connection>> Open(std::string_view target,
                                                  const ConnectionOptions& options = {});

  // Fails when the table does not exist. A disabled table answers with kTableNotEnabled.
  virtual Result<std::unique_ptr<Table>> GetTable(const TableName& name) = 0;
  virtual Admin& admin() = 0;
};

}  // namespace v1
}  // namespace basalt
