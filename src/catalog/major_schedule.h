// When a family of a region is due for a major compaction, by HBase's rules: a period, varied by a
// jitter that is the same each time one asks. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "basalt/descriptor.h"

namespace basalt::catalog {

struct MajorSchedule {
  // 0: never.
  int64_t period_ms = 0;
  // By which part of the period it varies, both ways: 0 to 1.
  double jitter = 0;
};

// The server's schedule, as changed by a CONFIGURATION of the table or, before that, the family
// (hbase.hregion.majorcompaction and hbase.hregion.majorcompaction.jitter). Never, where the table
// has COMPACTION_ENABLED false.
MajorSchedule ScheduleFor(const TableDescriptor& table, const FamilyDescriptor& family,
                          const MajorSchedule& server);

// The time at which it is due after one at `last_ms`; nullopt: never. `region`: its encoded name.
std::optional<int64_t> NextMajorMs(const MajorSchedule& schedule, std::string_view region,
                                   std::string_view family, int64_t last_ms);

}  // namespace basalt::catalog
