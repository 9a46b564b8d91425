// The remote Connection: tables and admin over HBase's protocol.
#pragma once

#include <memory>
#include <string_view>

#include "basalt/connection.h"

namespace basalt::client {

// `url`: hbase:// or zk://, see basalt/connection.h. Fails when none of the servers answers,
// without a second try.
Result<std::unique_ptr<Connection>> OpenRemote(std::string_view url,
                                               const ConnectionOptions& options);

}  // namespace basalt::client
