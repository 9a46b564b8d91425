#include "keys/time_values.h"

#include <array>
#include <charconv>
#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace basalt::keys {
namespace {

constexpr uint64_t kDayMillis = 86'400'000;
constexpr uint64_t kMaxMillis = 253'402'300'799'999;  // the end of the year 9999

std::chrono::year_month_day CivilOf(uint32_t date) {
  return {std::chrono::year(static_cast<int>(date / 10000)), std::chrono::month(date / 100 % 100),
          std::chrono::day(date % 100)};
}

uint32_t DateOf(std::chrono::year_month_day day) {
  return static_cast<uint32_t>(static_cast<int>(day.year())) * 10000 +
         static_cast<unsigned>(day.month()) * 100 + static_cast<unsigned>(day.day());
}

// Consumes `digits` digits at the beginning of `text`.
std::optional<uint32_t> Take(std::string_view& text, size_t digits) {
  if (text.size() < digits) return std::nullopt;
  const auto number = ParseUnsigned(text.substr(0, digits));
  if (!number) return std::nullopt;
  text.remove_prefix(digits);
  return static_cast<uint32_t>(*number);
}

bool Skip(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

constexpr std::array<std::pair<std::string_view, uint64_t>, 5> kUnits = {
    {{"d", kDayMillis}, {"h", 3'600'000}, {"m", 60'000}, {"s", 1000}, {"ms", 1}}};

}  // namespace

std::optional<uint64_t> ParseUnsigned(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

bool IsDate(uint32_t date) { return date <= 99991231 && CivilOf(date).ok(); }

std::optional<uint32_t> ParseDate(std::string_view text) {
  std::string digits(text);
  if (text.size() == 10 && text[4] == '-' && text[7] == '-') {
    digits = std::string(text.substr(0, 4)).append(text.substr(5, 2)).append(text.substr(8, 2));
  }
  if (digits.size() != 8) return std::nullopt;
  const auto number = ParseUnsigned(digits);
  if (!number || !IsDate(static_cast<uint32_t>(*number))) return std::nullopt;
  return static_cast<uint32_t>(*number);
}

std::string PrintDate(uint32_t date) {
  return fmt::format("{:04}-{:02}-{:02}", date / 10000, date / 100 % 100, date % 100);
}

uint32_t NextDate(uint32_t date) {
  if (date >= 99991231) return date;
  return DateOf(std::chrono::sys_days(CivilOf(date)) + std::chrono::days(1));
}

std::optional<uint64_t> ParseMillis(std::string_view text) {
  if (const auto number = ParseUnsigned(text)) return number;
  if (text.size() < 10) return std::nullopt;
  const auto date = ParseDate(text.substr(0, 10));
  if (!date || *date < 19700101) return std::nullopt;
  const auto days = std::chrono::sys_days(CivilOf(*date)).time_since_epoch().count();
  uint64_t millis = static_cast<uint64_t>(days) * kDayMillis;
  text.remove_prefix(10);
  if (text.empty()) return millis;
  if (!Skip(text, 'T') && !Skip(text, ' ')) return std::nullopt;
  const auto hour = Take(text, 2);
  if (!hour || *hour > 23 || !Skip(text, ':')) return std::nullopt;
  const auto minute = Take(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  millis += *hour * uint64_t{3'600'000} + *minute * uint64_t{60'000};
  if (Skip(text, ':')) {
    const auto second = Take(text, 2);
    if (!second || *second > 59) return std::nullopt;
    millis += *second * uint64_t{1000};
    if (Skip(text, '.')) {
      const auto fraction = Take(text, 3);
      if (!fraction) return std::nullopt;
      millis += *fraction;
    }
  }
  Skip(text, 'Z');
  if (!text.empty()) return std::nullopt;
  return millis;
}

std::string PrintMillis(uint64_t millis) {
  if (millis > kMaxMillis) return std::to_string(millis);
  const auto day = std::chrono::sys_days(std::chrono::days(millis / kDayMillis));
  const uint64_t in_day = millis % kDayMillis;
  std::string text = fmt::format("{}T{:02}:{:02}:{:02}", PrintDate(DateOf(day)), in_day / 3'600'000,
                                 in_day / 60'000 % 60, in_day / 1000 % 60);
  if (in_day % 1000 != 0) text += fmt::format(".{:03}", in_day % 1000);
  return text + "Z";
}

std::optional<uint64_t> ParseDuration(std::string_view text) {
  const size_t digits = text.find_first_not_of("0123456789");
  if (digits == std::string_view::npos) return std::nullopt;
  const auto number = ParseUnsigned(text.substr(0, digits));
  for (const auto& [name, millis] : kUnits) {
    if (text.substr(digits) != name) continue;
    if (!number || *number == 0 || *number > kMaxMillis / millis) return std::nullopt;
    return *number * millis;
  }
  return std::nullopt;
}

std::string PrintDuration(uint64_t millis) {
  for (const auto& [name, unit] : kUnits) {
    if (millis % unit == 0) return fmt::format("{}{}", millis / unit, name);
  }
  return fmt::format("{}ms", millis);
}

}  // namespace basalt::keys
