#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "design/check/finding.h"
#include "design/check/stored_check.h"
#include "keys/time_values.h"

namespace basalt::design {
namespace {

constexpr size_t kShownRegions = 5;

std::string PrintTime(int64_t ms) {
  return ms < 0 ? std::to_string(ms) : keys::PrintMillis(static_cast<uint64_t>(ms));
}

std::string Plural(uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

std::string TextReport(const StoredResult& result) {
  std::string text =
      fmt::format("table    {}, {}\n", result.table, Plural(result.regions, "region"));
  text += fmt::format("schema   {}\n", result.schema.empty() ? "none" : result.schema);
  if (result.rows > 0) {
    text += fmt::format("sample   {}, written at {} between {} and {}\n",
                        Plural(result.rows, "row"), Plural(result.timestamps, "time"),
                        PrintTime(result.first_ms), PrintTime(result.last_ms));
    text += fmt::format(
        "order    {:.1f} % ascending, {:.1f} % descending; nearly: {:.1f} %, {:.1f} %\n",
        100 * result.ascending, 100 * result.descending, 100 * result.nearly_ascending,
        100 * result.nearly_descending);
    text += fmt::format("newest   {} rows, in {} of the {}\n", result.newest,
                        result.newest_by_region.size(), Plural(result.regions, "region"));
    const size_t shown = std::min(kShownRegions, result.newest_by_region.size());
    for (size_t i = 0; i < shown; ++i) {
      const StoredResult::Region& region = result.newest_by_region[i];
      text += fmt::format(
          "  {:>5.1f} % from {} on\n",
          100 * static_cast<double>(region.newest) / static_cast<double>(result.newest),
          region.start_key.empty() ? "the beginning" : ToStringBinary(region.start_key));
    }
  }
  return text + FindingsText(result.findings);
}

std::string JsonReport(const StoredResult& result) {
  nlohmann::ordered_json json = {{"table", result.table},
                                 {"schema", result.schema},
                                 {"rows", result.rows},
                                 {"not_of_schema", result.schema_mismatches},
                                 {"moments", result.timestamps},
                                 {"first_ms", result.first_ms},
                                 {"last_ms", result.last_ms},
                                 {"ascending", result.ascending},
                                 {"descending", result.descending},
                                 {"nearly_ascending", result.nearly_ascending},
                                 {"nearly_descending", result.nearly_descending},
                                 {"regions", result.regions},
                                 {"newest", result.newest}};
  json["newest_by_region"] = nlohmann::ordered_json::array();
  for (const StoredResult::Region& region : result.newest_by_region) {
    json["newest_by_region"].push_back(
        {{"start_key", ToStringBinary(region.start_key)}, {"rows", region.newest}});
  }
  return WithFindings(std::move(json), result.findings);
}

}  // namespace basalt::design
