// Connection: the way in. Opens a store and hands out its tables.
//
//   auto connection = basalt::Connection::Open("./data");
//   auto table = (*connection)->GetTable(*basalt::TableName::Parse("t"));
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "basalt/admin.h"
#include "basalt/embedded_options.h"
#include "basalt/status.h"
#include "basalt/table.h"

namespace basalt {

// What may be decided when a connection is opened: EmbeddedOptions for a directory, and for a
// server what follows. The defaults suit a laptop and a server alike.
struct ConnectionOptions : EmbeddedOptions {
  // How long one operation may take, with all its retries; then it fails with kTimedOut or with the
  // last thing that went wrong.
  int64_t operation_timeout_ms = 60'000;
  // The wait before the second try; later ones grow.
  int64_t retry_pause_ms = 100;
};

// Thread safe. Closing it (destruction) waits for operations under way; scanners must be gone.
class Connection {
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

}  // namespace basalt
