// Dates, times and durations in human-readable text. UTC. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace basalt::keys {

// "2024-01-31" or "20240131" to 20240131; nullopt if there is no such day.
std::optional<uint32_t> ParseDate(std::string_view text);
bool IsDate(uint32_t date);
std::string PrintDate(uint32_t date);
// The next day; 9999-12-31 for itself.
uint32_t NextDate(uint32_t date);

// "1700000000000", "2023-11-14", "2023-11-14T22:13:20Z", "2023-11-14 22:13:20.123" to milliseconds
// since 1970. A bare number is taken as it is.
std::optional<uint64_t> ParseMillis(std::string_view text);
// "2023-11-14T22:13:20.123Z", without the fraction when it is zero. A time past the year 9999 is
// printed as its number.
std::string PrintMillis(uint64_t millis);

// "15m", "1h", "30s", "7d", "500ms" to milliseconds; never zero.
std::optional<uint64_t> ParseDuration(std::string_view text);
std::string PrintDuration(uint64_t millis);

// The whole text as a decimal number.
std::optional<uint64_t> ParseUnsigned(std::string_view text);

}  // namespace basalt::keys
