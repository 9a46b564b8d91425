// How findings are printed, at the end of every report.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "design/finding.h"

namespace basalt::design {

// For people; a line that says so when there are none.
std::string FindingsText(const std::vector<Finding>& findings);
// A report that ends with its findings. What is not UTF-8 is replaced: lines of a sample and keys
// may be anything.
std::string WithFindings(nlohmann::ordered_json report, const std::vector<Finding>& findings);

}  // namespace basalt::design
