// The tour: demonstrates tables on a new directory in about a minute.
#pragma once

#include <functional>
#include <string>

#include "basalt/status.h"
#include "cli/environment.h"

namespace basalt::cli {

// REQUIRES: `directory` is empty. Stops at the first error. The output is the same on every run,
// except for the directory's name. `pause` is called between chapters.
Status RunTour(const Environment& env, const std::string& directory,
               const std::function<void()>& pause);

}  // namespace basalt::cli
