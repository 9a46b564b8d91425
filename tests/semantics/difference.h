// Compares two transcripts: the printed commands and results of one script on two systems.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace basalt::semantics {

struct Comparison {
  int64_t answers = 0;
  // Script lines whose answers differ.
  int64_t differences = 0;
  // The first of them, each with its script line, for people.
  std::vector<std::string> excerpts;
  // The sequences they belong to (-1: shared by all), in order of appearance.
  std::vector<int64_t> sequences;
};

// Lines that begin with "  # " (error messages) are left out.
Comparison Compare(std::string_view expected, std::string_view expected_name,
                   std::string_view actual, std::string_view actual_name);

// The lines of one sequence and those shared by all.
std::string ExtractSequence(std::string_view script, int64_t sequence);

}  // namespace basalt::semantics
