// For tests: the program, run in this process. Included by *_test.cc files only.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/program.h"

namespace basalt::cli {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

// `basalt WORDS...` with `input` on its standard input.
inline Outcome RunBasalt(const std::vector<std::string>& words, const std::string& input = "",
                         bool out_is_terminal = false) {
  std::vector<const char*> argv = {"basalt"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  const int code =
      RunProgram(static_cast<int>(argv.size()), argv.data(),
                 {.out = out, .err = err, .out_is_terminal = out_is_terminal, .in = &in});
  return {code, out.str(), err.str()};
}

}  // namespace basalt::cli
