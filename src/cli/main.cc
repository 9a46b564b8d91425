#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "cli/program.h"

int main(int argc, char** argv) {
  using basalt::cli::Style;
  using basalt::cli::WantsColor;
  const bool out_is_terminal = isatty(STDOUT_FILENO) == 1;
  const bool err_is_terminal = isatty(STDERR_FILENO) == 1;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return basalt::cli::RunProgram(argc, argv,
                                 {.out = std::cout,
                                  .err = std::cerr,
                                  .out_is_terminal = out_is_terminal,
                                  .out_style = Style(WantsColor(out_is_terminal, no_color, term)),
                                  .err_style = Style(WantsColor(err_is_terminal, no_color, term)),
                                  .in = &std::cin});
}
