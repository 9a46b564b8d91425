#include "copy/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace basalt::copy {
namespace {

double Megabytes(uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }

double PerSecond(double amount, double seconds) { return seconds > 0 ? amount / seconds : 0; }

std::string Number(uint64_t value) {
  std::string text = std::to_string(value);
  for (size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

std::string Some(uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", Number(count), what, count == 1 ? "" : "s");
}

std::string CountsText(const Counts& counts) {
  return fmt::format("{}, {}, {:.1f} MB", Some(counts.rows, "row"), Some(counts.cells, "cell"),
                     Megabytes(counts.bytes));
}

std::string SecondsText(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string DifferenceText(const DifferentRange& range) {
  std::string text =
      fmt::format("  rows '{}' to '{}':", ToStringBinary(range.first), ToStringBinary(range.last));
  const char* separator = " ";
  const auto add = [&](uint64_t count, const char* what) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", separator, Number(count), what);
    separator = ", ";
  };
  add(range.missing, "not in the destination");
  add(range.surplus, "only in the destination");
  add(range.changed, "different");
  if (range.missing + range.surplus + range.changed == 0) text += " deleted or superseded cells";
  return text + "\n";
}

std::string VerifiedText(const TableReport& table) {
  std::string text =
      fmt::format("{}: verified {} in {}", table.pair.ToString(), Some(table.verified_rows, "row"),
                  Some(table.verified_ranges, "range"));
  if (table.repaired > 0) text += fmt::format(", {} repaired", Number(table.repaired));
  text += table.different.empty() ? std::string(", equal")
                                  : fmt::format(", {} different", Number(table.different.size()));
  if (table.old_cells_differ > 0) {
    text += fmt::format(" ({} with other deleted or superseded cells)",
                        Some(table.old_cells_differ, "range"));
  }
  text += "\n";
  for (const DifferentRange& range : table.different) text += DifferenceText(range);
  return text;
}

}  // namespace

uint64_t CopyReport::different() const {
  uint64_t count = 0;
  for (const TableReport& table : tables) count += table.different.size();
  return count;
}

std::string ProgressLine(const Progress& progress) {
  std::string line =
      fmt::format("{}: {}, {:.1f} MB/s, {} of {}", progress.doing, CountsText(progress.counts),
                  PerSecond(Megabytes(progress.counts.bytes), progress.seconds),
                  Number(progress.ranges_done), Some(progress.ranges, "range"));
  // Too early for an estimate.
  if (progress.fraction < 0.02 || progress.seconds < 2) return line;
  const double left = progress.seconds * (1 - progress.fraction) / progress.fraction;
  return line + fmt::format(", about {} left", SecondsText(left));
}

std::string TextReport(const CopyReport& report) {
  std::string text;
  for (const TableReport& table : report.tables) {
    if (report.copied) {
      text += fmt::format("{}: {}{}\n", table.pair.ToString(), CountsText(table.copied),
                          table.made ? ", table made" : "");
    }
  }
  if (report.copied) {
    text += fmt::format("copied {} in {:.1f} s: {:.1f} MB/s, {} rows/s{}\n",
                        CountsText(report.this_run), report.copy_seconds,
                        PerSecond(Megabytes(report.this_run.bytes), report.copy_seconds),
                        Number(static_cast<uint64_t>(PerSecond(
                            static_cast<double>(report.this_run.rows), report.copy_seconds))),
                        report.continued ? "; the rest was copied by an earlier run" : "");
  }
  if (report.verified) {
    for (const TableReport& table : report.tables) text += VerifiedText(table);
  }
  return text;
}

std::string JsonReport(const CopySpec& spec, const CopyReport& report) {
  nlohmann::ordered_json tables = nlohmann::ordered_json::array();
  for (const TableReport& table : report.tables) {
    nlohmann::ordered_json different = nlohmann::ordered_json::array();
    for (const DifferentRange& range : table.different) {
      different.push_back({{"first", ToStringBinary(range.first)},
                           {"last", ToStringBinary(range.last)},
                           {"missing", range.missing},
                           {"surplus", range.surplus},
                           {"changed", range.changed}});
    }
    tables.push_back({{"source", table.pair.source.ToString()},
                      {"destination", table.pair.destination.ToString()},
                      {"made", table.made},
                      {"rows", table.copied.rows},
                      {"cells", table.copied.cells},
                      {"bytes", table.copied.bytes},
                      {"verified_rows", table.verified_rows},
                      {"verified_ranges", table.verified_ranges},
                      {"old_cells_differ", table.old_cells_differ},
                      {"repaired", table.repaired},
                      {"different", std::move(different)}});
  }
  const nlohmann::ordered_json object = {
      {"source", spec.source},
      {"destination", spec.destination},
      {"continued", report.continued},
      {"copied", report.copied},
      {"verified", report.verified},
      {"equal", report.verified ? nlohmann::ordered_json(report.different() == 0)
                                : nlohmann::ordered_json(nullptr)},
      {"copy_seconds", report.copy_seconds},
      {"verify_seconds", report.verify_seconds},
      {"rows", report.this_run.rows},
      {"cells", report.this_run.cells},
      {"bytes", report.this_run.bytes},
      {"tables", std::move(tables)}};
  return object.dump(2) + "\n";
}

}  // namespace basalt::copy
