// The program basalt without its process, for main() and tests.
#pragma once

#include "cli/environment.h"

namespace basalt::cli {

// Exit codes, the same for every subcommand.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFailure = 1;
inline constexpr int kExitUsage = 2;
// Done, except for input that was rejected.
inline constexpr int kExitRejects = 3;

// Parses the command line, runs the subcommand it names and returns the exit code. Results go to
// env.out, errors to env.err.
int RunProgram(int argc, const char* const* argv, const Environment& env);

}  // namespace basalt::cli
