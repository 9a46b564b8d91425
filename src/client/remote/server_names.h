// Names of servers as text. Functions only; thread safe.
#pragma once

#include <string_view>

#include "basalt/status.h"
#include "hbase/common.pb.h"

namespace basalt::client {

// "host,port,startcode"; kInvalidArgument.
Result<hbase::pb::ServerName> ParseServerName(std::string_view text);

}  // namespace basalt::client
