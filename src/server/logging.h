// Where the program's log goes and what is in it, by the settings log.file and log.level. It is the
// process's: set once, by the program, before threads start.
#pragma once

#include "basalt/status.h"
#include "server/config.h"

namespace basalt::server {

// kIoError when the file cannot be written. Lines are added to one that is there.
Status StartLog(const ServerConfig& config);

}  // namespace basalt::server
