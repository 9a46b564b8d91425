// What a subcommand may know of the process around it: where it writes and how text looks there.
// Borrowed for one run of the program; passed in, so that tests can replace it.
#pragma once

#include <iosfwd>
#include <optional>
#include <ostream>

#include "cli/terminal.h"

namespace basalt::cli {

struct Environment {
  std::ostream& out;
  std::ostream& err;
  // Whether a person is reading `out`.
  bool out_is_terminal = false;
  Style out_style{false};
  Style err_style{false};
  // Where a subcommand leaves an exit code of its own; nullptr: nobody asks.
  std::optional<int>* exit_code = nullptr;
  // Where a subcommand reads what it is given; null: nothing comes.
  std::istream* in = nullptr;
};

}  // namespace basalt::cli
