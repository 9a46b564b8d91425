#include "design/check/finding.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace basalt::design {
namespace {

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kNote: return "note";
    case Severity::kWarning: return "warning";
    case Severity::kError: break;
  }
  return "error";
}

}  // namespace

uint64_t CountErrors(const std::vector<Finding>& findings) {
  return static_cast<uint64_t>(
      std::count_if(findings.begin(), findings.end(),
                    [](const Finding& finding) { return finding.severity == Severity::kError; }));
}

void SortBySeverity(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
}

std::string FindingsText(const std::vector<Finding>& findings) {
  if (findings.empty()) return "\nno findings\n";
  std::string text;
  for (const Finding& finding : findings) {
    text += fmt::format("\n{:<8} {}\n         -> {}\n", SeverityName(finding.severity),
                        finding.text, finding.advice);
  }
  return text;
}

std::string WithFindings(nlohmann::ordered_json report, const std::vector<Finding>& findings) {
  nlohmann::ordered_json& list = report["findings"] = nlohmann::ordered_json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"severity", SeverityName(finding.severity)},
                    {"kind", finding.kind},
                    {"text", finding.text},
                    {"advice", finding.advice}});
  }
  return report.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace basalt::design
