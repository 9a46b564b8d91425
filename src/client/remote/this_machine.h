// IsThisMachine: whether a server is called like the machine this process runs on, by which HBase's
// clients tell calls over the network from others. Thread safe.
#pragma once

#include <string_view>

namespace basalt::client {

// In any case. "localhost" is not the machine's name, unless it has no other.
bool IsThisMachine(std::string_view host);

}  // namespace basalt::client
