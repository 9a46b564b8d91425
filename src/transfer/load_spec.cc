#include "transfer/load_spec.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "copy/spec.h"

namespace basalt::transfer {
namespace {

using nlohmann::json;

constexpr int kMaxThreads = 64;
constexpr uint64_t kMinMemory = 16ULL << 20;

double Rate(uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::string Duration(double seconds) {
  const auto whole = static_cast<int64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

json CountsOf(const LoadCounts& counts) {
  return {{"rows", counts.rows},
          {"cells", counts.cells},
          {"rejects", counts.rejects},
          {"text_bytes", counts.text_bytes}};
}

}  // namespace

LoadCounts& LoadCounts::operator+=(const LoadCounts& other) {
  rows += other.rows;
  cells += other.cells;
  rejects += other.rejects;
  text_bytes += other.text_bytes;
  return *this;
}

Status LoadSpec::Check() const {
  if (input.files.empty()) return Status::InvalidArgument("there is no file to load");
  size_t standard_inputs = 0;
  for (const std::string& file : input.files) standard_inputs += file == "-" ? 1 : 0;
  if (standard_inputs > 1) return Status::InvalidArgument("standard input is given twice");
  if (threads < 0 || threads > kMaxThreads) {
    return Status::InvalidArgument(fmt::format("threads must be from 1 to {}", kMaxThreads));
  }
  if (memory_bytes < kMinMemory) {
    return Status::InvalidArgument("less than 16 MB of memory is not enough");
  }
  if (timestamp && *timestamp < 0) return Status::InvalidArgument("the timestamp is negative");
  return {};
}

std::string LoadSpec::Identity() const {
  json files = json::array();
  for (const std::string& file : input.files) {
    std::error_code error;
    const auto path = std::filesystem::absolute(file, error);
    json entry = {{"name", file == "-" ? file : path.string()}};
    const auto size = std::filesystem::file_size(path, error);
    if (file != "-" && !error) {
      entry["bytes"] = size;
      entry["changed"] = std::filesystem::last_write_time(path, error).time_since_epoch().count();
    }
    files.push_back(std::move(entry));
  }
  const json identity = {{"target", copy::NormalTarget(target)},
                         {"table", table.ToString()},
                         {"files", std::move(files)},
                         {"format", TextFormatName(input.format.format)},
                         {"delimiter", std::string(1, input.format.delimiter)},
                         {"comment", input.format.comment},
                         {"header", input.header},
                         {"columns", input.columns},
                         {"mapping", mapping ? mapping->ToString() : ""},
                         {"type", fallback.name()}};
  return identity.dump(-1, ' ', true, json::error_handler_t::replace);
}

std::string ProgressLine(const LoadProgress& progress) {
  std::string line =
      fmt::format("{} rows, {} cells, {:.1f} MB, {:.0f} rows/s", progress.counts.rows,
                  progress.counts.cells, static_cast<double>(progress.counts.text_bytes) / 1e6,
                  Rate(progress.counts.rows, progress.seconds));
  if (progress.counts.rejects > 0) line += fmt::format(", {} rejected", progress.counts.rejects);
  if (progress.total_bytes > 0 && progress.file_bytes > 0) {
    const double part = std::min(
        1.0, static_cast<double>(progress.file_bytes) / static_cast<double>(progress.total_bytes));
    line += fmt::format(", {:.0f} %", part * 100);
    if (part < 1) line += ", " + Duration(progress.seconds / part * (1 - part)) + " left";
  }
  return line;
}

std::string TextReport(const LoadSpec& spec, const LoadReport& report) {
  std::string text;
  for (const std::string& line : report.preview) text += line + "\n";
  const LoadCounts& counts = report.this_run;
  text += fmt::format("{} {} rows, {} cells, {:.1f} MB of text in {:.1f} s ({:.0f} rows/s)",
                      spec.dry_run ? "would load" : "loaded", counts.rows, counts.cells,
                      static_cast<double>(counts.text_bytes) / 1e6, report.seconds,
                      Rate(counts.rows, report.seconds));
  if (report.resumed) {
    text += fmt::format("; {} rows with the earlier run", report.total.rows);
  }
  text += "\n";
  for (const Reject& reject : report.first_rejects) {
    text += fmt::format("rejected {}:{}: {}\n", reject.file, reject.line, reject.reason);
  }
  if (report.total.rejects > report.first_rejects.size()) {
    text += fmt::format("rejected {} records in all\n", report.total.rejects);
  }
  return text;
}

std::string JsonReport(const LoadSpec& spec, const LoadReport& report) {
  json rejects = json::array();
  for (const Reject& reject : report.first_rejects) {
    rejects.push_back({{"file", reject.file},
                       {"line", reject.line},
                       {"reason", reject.reason},
                       {"text", reject.text}});
  }
  const json object = {{"target", spec.target},           {"table", spec.table.ToString()},
                       {"dry_run", spec.dry_run},         {"sorted_files", report.bulk},
                       {"timestamp", report.timestamp},   {"resumed", report.resumed},
                       {"seconds", report.seconds},       {"this_run", CountsOf(report.this_run)},
                       {"total", CountsOf(report.total)}, {"first_rejects", std::move(rejects)}};
  return object.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace basalt::transfer
