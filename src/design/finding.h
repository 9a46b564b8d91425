// Finding: one thing that is wrong, or could be better, with a key for its records. A value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace basalt::design {

enum class Severity : uint8_t {
  kNote,     // costs something
  kWarning,  // will hurt
  kError,    // loses or refuses records
};

struct Finding {
  Severity severity = Severity::kNote;
  std::string kind;    // one word, for programs: "collision"
  std::string text;    // what it is
  std::string advice;  // what to do instead
};

uint64_t CountErrors(const std::vector<Finding>& findings);
// The gravest come first; among equals the order stays.
void GravestFirst(std::vector<Finding>& findings);

}  // namespace basalt::design
