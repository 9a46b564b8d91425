#include "cli/shell_output.h"

#include <chrono>

#include <fmt/format.h>

#include "basalt/bytes.h"

namespace basalt::cli {
namespace {

constexpr int kFirstColumnWidth = 18;

std::string ColumnName(const CellView& cell) {
  return ToStringBinary(cell.family) + ":" + ToStringBinary(cell.qualifier);
}

std::string TimestampAndValue(const CellView& cell) {
  const std::string time = FormatTimestamp(cell.timestamp);
  if (IsDeleteMarker(cell.type)) {
    return fmt::format("timestamp={}, type={}", time, CellTypeName(cell.type));
  }
  return fmt::format("timestamp={}, value={}", time, ToStringBinary(cell.value));
}

void PrintHeader(std::ostream& out, std::string_view first, std::string_view second) {
  out << fmt::format("{:<{}}  {}\n", first, kFirstColumnWidth, second);
}

void PrintLine(std::ostream& out, std::string_view first, std::string_view second) {
  out << fmt::format(" {:<{}} {}\n", first, kFirstColumnWidth, second);
}

}  // namespace

std::string FormatTimestamp(int64_t timestamp_ms) {
  // Dates of four-digit years; what lies beyond is shown as the number it is.
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

void PrintGet(std::ostream& out, const RowResult& row) {
  PrintHeader(out, "COLUMN", "CELL");
  for (const CellView cell : row) PrintLine(out, ColumnName(cell), TimestampAndValue(cell));
  out << (row.empty() ? "0 row(s)\n" : "1 row(s)\n");
}

Status PrintScan(std::ostream& out, ResultScanner scanner) {
  PrintHeader(out, "ROW", "COLUMN+CELL");
  int64_t rows = 0;
  for (const RowResult& row : scanner) {
    for (const CellView cell : row) {
      PrintLine(out, ToStringBinary(cell.row),
                fmt::format("column={}, {}", ColumnName(cell), TimestampAndValue(cell)));
    }
    ++rows;
  }
  BASALT_RETURN_IF_ERROR(scanner.status());
  out << fmt::format("{} row(s)\n", rows);
  return Status::Ok();
}

}  // namespace basalt::cli
