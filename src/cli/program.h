// The program basalt, without the process around it: main() only adds that.
#pragma once

#include "cli/environment.h"

namespace basalt::cli {

// Exit codes, the same for every subcommand.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFailure = 1;
inline constexpr int kExitUsage = 2;

// Parses the command line, runs the subcommand it names and returns the exit code.
// Results go to env.out, everything that went wrong to env.err.
int RunProgram(int argc, const char* const* argv, const Environment& env);

}  // namespace basalt::cli
