#include "catalog/major_schedule.h"

#include <algorithm>
#include <string>

#include "base/crc32c.h"
#include "model/attributes.h"

namespace basalt::catalog {
namespace {

constexpr std::string_view kPeriodKey = "hbase.hregion.majorcompaction";
constexpr std::string_view kJitterKey = "hbase.hregion.majorcompaction.jitter";

}  // namespace

MajorSchedule ScheduleFor(const TableDescriptor& table, const FamilyDescriptor& family,
                          const MajorSchedule& server) {
  MajorSchedule schedule = server;
  const model::DescriptorSettings own(family, table);
  // A text that is no number does not count, as an attribute that is not known.
  schedule.period_ms = own.Number(kPeriodKey, 0).value_or(schedule.period_ms);
  if (const auto jitter = own.Real(kJitterKey)) schedule.jitter = std::clamp(*jitter, 0.0, 1.0);
  if (!table.compaction_enabled()) schedule.period_ms = 0;
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
