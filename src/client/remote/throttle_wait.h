// How long a server that throttles a call says to wait: the end of the message of HBase's
// RpcThrottlingException, "number of requests exceeded - wait 1min, 2sec, 30ms". Thread safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace basalt::client {

// In milliseconds; nullopt if the message does not say.
std::optional<int64_t> ThrottleWaitMs(std::string_view message);

}  // namespace basalt::client
