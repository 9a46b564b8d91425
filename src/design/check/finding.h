// Finding: a problem of a key schema, or a possible improvement, with advice. A value type.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace basalt::design {

enum class Severity : uint8_t {
  kNote,     // costs space or time
  kWarning,  // will cause problems in production
  kError,    // loses or rejects records
};

struct Finding {
  Severity severity = Severity::kNote;
  std::string kind;    // identifier for programs: "collision"
  std::string text;    // the problem
  std::string advice;  // what to do about it
};

uint64_t CountErrors(const std::vector<Finding>& findings);
// Sorts by severity, errors first; stable.
void SortBySeverity(std::vector<Finding>& findings);

// The findings as text; "no findings" if there are none.
std::string FindingsText(const std::vector<Finding>& findings);
// The report with its findings added, as JSON text. Invalid UTF-8 is replaced: sample lines and
// keys may hold any bytes.
std::string WithFindings(nlohmann::ordered_json report, const std::vector<Finding>& findings);

}  // namespace basalt::design
