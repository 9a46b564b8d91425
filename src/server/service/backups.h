// BasaltBackupService: backups of the running server, for `basalt backup`. Its messages are in
// proto/basalt/backup.proto.
#pragma once

#include <string_view>

#include "basalt/status.h"
#include "hbase/client.pb.h"

namespace basalt::server {

struct Control;

inline constexpr std::string_view kBackupService = "BasaltBackupService";

Status RunBackupCall(Control& control, const hbase::pb::CoprocessorServiceCall& call,
                     hbase::pb::NameBytesPair& response);

}  // namespace basalt::server
