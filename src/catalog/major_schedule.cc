#include "catalog/major_schedule.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>

#include "base/crc32c.h"

namespace basalt::catalog {
namespace {

constexpr std::string_view kPeriodKey = "hbase.hregion.majorcompaction";
constexpr std::string_view kJitterKey = "hbase.hregion.majorcompaction.jitter";

// A setting of the family's, else of the table's.
std::optional<std::string> Find(const TableDescriptor& table, const FamilyDescriptor& family,
                                std::string_view key) {
  const auto& configuration = family.configuration();
  if (const auto found = configuration.find(std::string(key)); found != configuration.end()) {
    return found->second;
  }
  if (auto value = family.GetAttribute(key)) return value;
  return table.GetAttribute(key);
}

}  // namespace

MajorSchedule ScheduleFor(const TableDescriptor& table, const FamilyDescriptor& family,
                          const MajorSchedule& server) {
  MajorSchedule schedule = server;
  if (const auto text = Find(table, family, kPeriodKey)) {
    int64_t period = 0;
    const auto parsed = std::from_chars(text->data(), text->data() + text->size(), period);
    // A text that is no number does not count, as an attribute that is not known.
    if (parsed.ec == std::errc() && period >= 0) schedule.period_ms = period;
  }
  if (const auto text = Find(table, family, kJitterKey)) {
    char* end = nullptr;
    const double jitter = std::strtod(text->c_str(), &end);
    if (end != text->c_str()) schedule.jitter = std::clamp(jitter, 0.0, 1.0);
  }
  std::string enabled = table.GetAttribute("COMPACTION_ENABLED").value_or("true");
  std::ranges::transform(enabled, enabled.begin(),
                         [](unsigned char letter) { return std::tolower(letter); });
  if (enabled == "false") schedule.period_ms = 0;
  return schedule;
}

std::optional<int64_t> NextMajorMs(const MajorSchedule& schedule, std::string_view region,
                                   std::string_view family, int64_t last_ms) {
  if (schedule.period_ms <= 0) return std::nullopt;
  std::string seed(region);
  seed.append("/").append(family).append("/").append(std::to_string(last_ms));
  // From -1 to 1.
  const double where = static_cast<double>(base::Crc32c(seed)) / 0x80000000U - 1;
  const double varied = static_cast<double>(schedule.period_ms) * (1 + schedule.jitter * where);
  return last_ms + static_cast<int64_t>(varied);
}

}  // namespace basalt::catalog
