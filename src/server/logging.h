// Where the program's log goes and what is in it, by the settings log.file and log.level. It is the
// process's.
#pragma once

#include "basalt/status.h"
#include "server/config.h"

namespace basalt::server {

// kIoError when the file cannot be written. Lines are added to one that is there. Called by the
// program, before threads start.
Status StartLog(const ServerConfig& config);

// Opens the log file anew, by the same name or another one, and sets the level. When that fails the
// log stays where it is. Nothing happens unless StartLog was called. Thread safe.
Status ReopenLog(const ServerConfig& config);

}  // namespace basalt::server
