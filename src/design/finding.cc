#include "design/finding.h"

#include <algorithm>

namespace basalt::design {

uint64_t CountErrors(const std::vector<Finding>& findings) {
  return static_cast<uint64_t>(
      std::count_if(findings.begin(), findings.end(),
                    [](const Finding& finding) { return finding.severity == Severity::kError; }));
}

void GravestFirst(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
}

}  // namespace basalt::design
