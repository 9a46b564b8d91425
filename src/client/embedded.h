// The embedded implementation of Connection, Table and Admin: the store in this process.
#pragma once

#include <memory>
#include <string>

#include "basalt/connection.h"

namespace basalt::client {

Result<std::unique_ptr<Connection>> OpenEmbedded(const std::string& directory,
                                                 const ConnectionOptions& options);

}  // namespace basalt::client
