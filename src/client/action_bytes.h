// How large an action is, for bounds. A pure function.
#pragma once

#include <cstddef>

#include "basalt/table.h"

namespace basalt::client {

// Of what it sends, about.
size_t ActionBytes(const Action& action);

}  // namespace basalt::client
