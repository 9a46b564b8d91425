// Times and sizes as HBase's shell writes and reads them: "86400 SECONDS (1 DAY)", "65536 B
// (64KB)". Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basalt/status.h"

namespace basalt::model {

// For ASCII.
bool EqualsIgnoringCase(std::string_view a, std::string_view b);

enum class Unit : uint8_t { kNone, kSeconds, kBytes };

// Java's Integer.parseInt and friends: an optional sign and digits, nothing else, within the range.
std::optional<int64_t> ParseInteger(std::string_view text, int64_t min, int64_t max);
// The error Java reports when there is no number: For input string: "x".
Status NotANumber(std::string_view text);

// A plain number, or one written with units ("1 DAY 2 HOURS", "64KB", "FOREVER"), in seconds or
// bytes. When the number stands before its spelled-out form, both must agree.
Result<int64_t> ParseWithUnit(std::string_view text, Unit unit);

// The form HBase prints.
std::string FormatWithUnit(int64_t value, Unit unit);

}  // namespace basalt::model
