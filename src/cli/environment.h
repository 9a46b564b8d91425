// Environment: the streams and terminal properties of the process. Borrowed for one run of the
// program; passed in, so that tests can replace it.
#pragma once

#include <iosfwd>
#include <optional>
#include <ostream>

#include "cli/terminal.h"

namespace basalt::cli {

struct Environment {
  std::ostream& out;
  std::ostream& err;
  // Whether `out` is a terminal.
  bool out_is_terminal = false;
  Style out_style{false};
  Style err_style{false};
  // Receives the exit code of a subcommand that sets its own; may be nullptr.
  std::optional<int>* exit_code = nullptr;
  // Standard input; nullptr: none.
  std::istream* in = nullptr;
};

}  // namespace basalt::cli
