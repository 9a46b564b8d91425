// The approximate size of an action, for limits of buffers and messages. A pure function.
#pragma once

#include <cstddef>

#include "basalt/table.h"

namespace basalt::client {

// About as many bytes as the action has in a request.
size_t ActionBytes(const Action& action);

}  // namespace basalt::client
