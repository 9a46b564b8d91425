// The address a server listens at, from the setting server.bind_address. Functions only.
#pragma once

#include <string>

#include "basalt/status.h"

namespace basalt::server {

// The numeric address that `name` stands for: an address stands for itself; a name is looked up,
// and its first IPv4 address counts, or its first one when it has none. kInvalidArgument.
Result<std::string> ResolveBindAddress(const std::string& name);

// Whether only programs of this machine can connect to the numeric address.
bool IsLoopback(const std::string& address);

}  // namespace basalt::server
