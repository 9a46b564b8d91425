// The names of servers as text: host,port,start code. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "basalt/status.h"
#include "hbase/common.pb.h"

namespace basalt::client {

std::string NameOf(const hbase::pb::ServerName& server);
Result<hbase::pb::ServerName> ParseServerName(std::string_view text);

}  // namespace basalt::client
