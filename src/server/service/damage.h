// The calls of BasaltDamageService, which ExecMasterService hands on.
#pragma once

#include <string_view>

#include "basalt/status.h"
#include "hbase/client.pb.h"

namespace basalt::server {

class ServerContext;

inline constexpr std::string_view kDamageService = "BasaltDamageService";

Status RunDamageCall(ServerContext& context, const hbase::pb::CoprocessorServiceCall& call,
                     hbase::pb::NameBytesPair& response);

}  // namespace basalt::server
