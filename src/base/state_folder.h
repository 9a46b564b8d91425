// Where commands keep the state from which they resume.
#pragma once

#include <string>

#include "basalt/status.h"

namespace basalt::base {

// $XDG_STATE_HOME/basalt, or ~/.local/state/basalt when that is unset. kInvalidArgument if HOME is
// unset as well.
Result<std::string> StateFolder();

}  // namespace basalt::base
