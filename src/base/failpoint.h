// Failpoints: named places where a test ends the process, as a power cut would, or looks on.
//
// BASALT_FAILPOINT=NAME in the environment kills the process when it comes to the place NAME;
// BASALT_FAILPOINT=NAME:N the N-th time. BASALT_FAILPOINT_LOG=FILE adds the name of every place
// passed to FILE, a line each: that is how a test learns which there are. They cost one load of an
// atomic and are meant for changes of the catalog, not for reads and writes. Thread safe.
#pragma once

#include <string_view>

namespace basalt::base {

// Names are "<procedure>.<step>", in lower case with underscores.
void Failpoint(std::string_view name);

}  // namespace basalt::base
