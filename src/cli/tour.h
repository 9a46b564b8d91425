// The tour: what a table can do, shown on a fresh directory in about a minute.
#pragma once

#include <functional>
#include <string>

#include "basalt/status.h"
#include "cli/environment.h"

namespace basalt::cli {

// REQUIRES: nothing is stored in `directory` yet. Stops at the first error. The output is the same
// on every run, but for the directory's name. `pause` is called between chapters.
Status RunTour(const Environment& env, const std::string& directory,
               const std::function<void()>& pause);

}  // namespace basalt::cli
