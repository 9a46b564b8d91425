#include "shell/time_text.h"

#include <chrono>

#include <fmt/format.h>

namespace basalt::shell {

std::string FormatTimestamp(int64_t timestamp_ms) {
  // Times after the year 9999 are printed as numbers.
  constexpr int64_t kEndOfYear9999 = 253402300799999;
  if (timestamp_ms < 0 || timestamp_ms > kEndOfYear9999) return fmt::to_string(timestamp_ms);
  using std::chrono::days;
  using std::chrono::floor;
  using std::chrono::milliseconds;
  const std::chrono::sys_time<milliseconds> time{milliseconds(timestamp_ms)};
  const auto day = floor<days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::string text =
      fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  clock.hours().count(), clock.minutes().count());
  const int64_t seconds = clock.seconds().count();
  const int64_t millis = clock.subseconds().count();
  if (seconds != 0 || millis != 0) text += fmt::format(":{:02}", seconds);
  if (millis != 0) text += fmt::format(".{:03}", millis);
  return text;
}

std::string FormatRubyTime(int64_t timestamp_ms) {
  using std::chrono::days;
  using std::chrono::floor;
  const std::chrono::sys_seconds time{std::chrono::seconds(timestamp_ms / 1000)};
  const auto day = floor<days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02} +0000", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

}  // namespace basalt::shell
