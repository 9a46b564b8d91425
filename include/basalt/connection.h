// Connection: opens a store, or connects to servers, and gives access to the tables.
//
//   auto connection = basalt::Connection::Open("./data");
//   auto table = (*connection)->GetTable(*basalt::TableName::Parse("t"));
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "basalt/admin.h"
#include "basalt/embedded_options.h"
#include "basalt/export.h"
#include "basalt/status.h"
#include "basalt/table.h"

namespace basalt {
inline namespace v1 {

class AsyncTable;     // basalt/async_table.h
struct AsyncOptions;  // basalt/async_table.h

// Options of Connection::Open: EmbeddedOptions for a directory, and what follows for servers. The
// defaults suit a laptop and a server alike. CallOptions override the latter for one call.
struct BASALT_EXPORT ConnectionOptions : EmbeddedOptions {
  // How long one operation may take, retries included; then it fails with kTimedOut or with the
  // last error.
  int64_t operation_timeout_ms = 60'000;
  // The pause before the first retry; later pauses are longer.
  int64_t retry_pause_ms = 100;
};

// Thread safe. Destruction closes it and waits for operations in progress. Everything it has
// returned (tables, scanners, the admin) must be destroyed or unused by then.
class BASALT_EXPORT Connection {
 public:
  virtual ~Connection() = default;

  // `target`: a directory, plain or as file:///path; or hbase://host:port,host2:port, where any of
  // these servers, a Basalt or an Apache HBase, tells where the regions are; or
  // zk://host:port,host2:port/hbase, where a ZooKeeper does.
  static Result<std::unique_ptr<Connection>> Open(std::string_view target,
                                                  const ConnectionOptions& options = {});

  // kTableNotFound. A disabled table can be opened; its operations fail with kTableNotEnabled.
  virtual Result<std::unique_ptr<Table>> GetTable(const TableName& name,
                                                  const CallOptions& options = {}) = 0;
  // The connection's own; valid as long.
  virtual Admin& admin() = 0;
  // What AsyncTable::Open returns. A connection that has no better way uses a few threads.
  virtual Result<std::unique_ptr<AsyncTable>> OpenAsyncTable(const TableName& name,
                                                             const AsyncOptions& options,
                                                             const CallOptions& call);
};

}  // namespace v1
}  // namespace basalt
