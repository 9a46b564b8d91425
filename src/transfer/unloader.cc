#include "transfer/unloader.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/file_ops.h"
#include "transfer/text_file.h"

namespace basalt::transfer {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr auto kProgressEvery = std::chrono::milliseconds(500);
constexpr size_t kFlushBytes = 256 << 10;
constexpr std::string_view kPartial = ".partial";

std::string_view EndingOf(FileCompression compression) {
  if (compression == FileCompression::kGzip) return ".gz";
  return compression == FileCompression::kZstd ? ".zst" : "";
}

// The part of the scan in [start, stop); nullopt when there is none.
std::optional<Scan> Clipped(const Scan& scan, const Bytes& start, const Bytes& stop) {
  Scan clipped = scan;
  const bool starts_later = scan.start_row() < start;
  if (starts_later) clipped.WithStartRow(start);
  const bool ends_earlier = !stop.empty() && (scan.stop_row().empty() || stop <= scan.stop_row());
  if (ends_earlier) clipped.WithStopRow(stop);
  const bool empty = !clipped.stop_row().empty() && clipped.start_row() >= clipped.stop_row() &&
                     !(clipped.start_row() == clipped.stop_row() && clipped.include_stop_row());
  return empty ? std::nullopt : std::optional(std::move(clipped));
}

}  // namespace

Unloader::Unloader(Connection& connection, UnloadSpec spec, std::ostream& out, Watcher watcher)
    : connection_(connection), spec_(std::move(spec)), out_(out), watcher_(std::move(watcher)) {}

Result<UnloadCounts> Unloader::Run() {
  BASALT_ASSIGN_OR_RETURN(table_, connection_.GetTable(spec_.table));
  if (spec_.format.mapping && spec_.format.mapping->Has(MapItem::Target::kKeyField)) {
    BASALT_ASSIGN_OR_RETURN(keys_, KeyTable::Open(connection_, spec_.table));
  }
  BASALT_ASSIGN_OR_RETURN(const auto parts, PlanParts());
  BASALT_RETURN_IF_ERROR(RunParts(parts));
  return counts_;
}

Result<std::vector<Unloader::Part>> Unloader::PlanParts() {
  if (!spec_.per_region) {
    return std::vector<Part>{{spec_.scan, spec_.output == "-" ? "" : spec_.output}};
  }
  BASALT_RETURN_IF_ERROR(base::CreateFolder(spec_.output));
  BASALT_ASSIGN_OR_RETURN(const auto regions, connection_.admin().ListRegions(spec_.table));
  // During a split a region and its daughters may both be listed: only start keys count.
  std::set<Bytes> starts = {Bytes()};
  for (const RegionMetrics& region : regions) starts.insert(region.start_key);
  std::vector<Part> parts;
  size_t number = 0;
  for (auto start = starts.begin(); start != starts.end(); ++start, ++number) {
    const auto next = std::next(start);
    auto scan = Clipped(spec_.scan, *start, next == starts.end() ? Bytes() : *next);
    if (!scan) continue;
    parts.push_back({*std::move(scan), fmt::format("{}/part-{:05}.{}{}", spec_.output, number,
                                                   TextFormatName(spec_.format.format.format),
                                                   EndingOf(spec_.compression))});
  }
  return parts;
}

Status Unloader::RunParts(const std::vector<Part>& parts) {
  const auto start = SteadyClock::now();
  std::atomic<size_t> next{0};
  std::condition_variable ended;
  size_t running = std::min<size_t>(parts.size(), static_cast<size_t>(std::max(1, spec_.threads)));
  std::vector<std::thread> threads;
  const size_t thread_count = running;
  for (size_t i = 0; i < thread_count; ++i) {
    threads.emplace_back([&] {
      for (size_t part = next++; part < parts.size() && !stop_; part = next++) {
        const Status status = WritePart(parts[part]);
        const std::lock_guard lock(mutex_);
        if (!status.ok()) {
          if (status_.ok()) status_ = status;
          stop_ = true;
        }
      }
      const std::lock_guard lock(mutex_);
      --running;
      ended.notify_all();
    });
  }
  {
    std::unique_lock lock(mutex_);
    while (!ended.wait_for(lock, kProgressEvery, [&] { return running == 0; })) {
      const UnloadCounts counts = counts_;
      lock.unlock();
      watcher_(counts, std::chrono::duration<double>(SteadyClock::now() - start).count());
      lock.lock();
    }
  }
  for (std::thread& thread : threads) thread.join();
  BASALT_RETURN_IF_ERROR(status_);
  return stop_ ? Status(StatusCode::kCancelled, "stopped") : Status();
}

Status Unloader::WritePart(const Part& part) {
  std::unique_ptr<TextSink> sink;
  const std::string partial = part.path + std::string(kPartial);
  if (part.path.empty()) {
    sink = std::make_unique<TextSink>("standard output", out_, spec_.compression);
  } else {
    std::error_code error;
    if (!spec_.force && std::filesystem::exists(part.path, error)) {
      return {StatusCode::kInvalidArgument, part.path + " exists; --force replaces it"};
    }
    BASALT_ASSIGN_OR_RETURN(sink, TextSink::Create(partial, spec_.compression, true));
  }
  RowFormatter formatter(spec_.format, keys_.get());
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner, table_->GetScanner(part.scan));
  std::string text = formatter.Header();
  UnloadCounts counts;
  Bytes last_row;
  const auto write = [&]() -> Status {
    BASALT_RETURN_IF_ERROR(sink->Write(text));
    counts.text_bytes += text.size();
    text.clear();
    const std::lock_guard lock(mutex_);
    counts_.rows += std::exchange(counts.rows, 0);
    counts_.cells += std::exchange(counts.cells, 0);
    counts_.text_bytes += std::exchange(counts.text_bytes, 0);
    return {};
  };
  RowResult row;
  for (;;) {
    if (stop_) return {StatusCode::kCancelled, "stopped"};
    BASALT_ASSIGN_OR_RETURN(const bool more, scanner.Next(row));
    if (!more) break;
    // A row may come in parts.
    if (row.row() != last_row) ++counts.rows;
    last_row = row.row();
    counts.cells += row.size();
    BASALT_RETURN_IF_ERROR(formatter.Append(row, text));
    if (text.size() >= kFlushBytes) BASALT_RETURN_IF_ERROR(write());
  }
  BASALT_RETURN_IF_ERROR(write());
  BASALT_RETURN_IF_ERROR(sink->Finish());
  if (!part.path.empty()) BASALT_RETURN_IF_ERROR(base::Rename(partial, part.path));
  const std::lock_guard lock(mutex_);
  ++counts_.files;
  return {};
}

}  // namespace basalt::transfer
