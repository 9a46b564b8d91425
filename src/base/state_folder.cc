#include "base/state_folder.h"

#include <cstdlib>

namespace basalt::base {

Result<std::string> StateFolder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return std::string(state) + "/basalt";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return std::string(home) + "/.local/state/basalt";
  return Status(StatusCode::kInvalidArgument,
                "neither XDG_STATE_HOME nor HOME is set; give --state FILE");
}

}  // namespace basalt::base
